/** The sign-in page. */
export const signIn = {
  title: "Sign in",
  heading: "Sign in to ServiceChat",
  withPasskey: "Sign in with a passkey",
  or: "or",
  name: "Name",
  password: "Password",
  withPassword: "Sign in",
  signingIn: "Signing in…",
  linkHint: "No password yet, or lost it? Run this on the server and open the link that it prints:",
  opening: "Signing you in…",
  linkRejected: "This link no longer works",
  linkRejectedText:
    "Sign-in links work once, and only for a while. Ask the person who sent it for a new one, or run this on the server:",
  rejected: "The name or password is wrong.",
  tooMany: (seconds: number) =>
    `Too many failed attempts. Try again in ${seconds === 1 ? "one second" : `${seconds} seconds`}.`,
  passkeyFailed: "The passkey was not accepted. Try again, or sign in another way.",
  ended: "Your session has ended. Sign in again to continue where you left off.",
  nameHeading: "What should visitors call you?",
  nameText: "They see this name on what you write to them, and nothing else about you.",
  nameField: "Your name",
  nameHint: "A first name is enough. You can change it at any time.",
  nameAction: "Continue",
  welcome: (name: string) => `Welcome, ${name}`,
  secureHeading: "How do you want to sign in next time?",
  secureText:
    "The link that brought you here works only once. A passkey is the quickest and safest way: your device confirms that it is you.",
  passwordText:
    "The link that brought you here works only once. Choose a password, and sign in with it next time.",
  createPasskey: "Create a passkey",
  setPassword: "Set a password instead",
  later: "Not now",
  passkeyUnavailable:
    "This browser or address does not support passkeys. On your own machine, open the console at localhost instead of an IP address.",
  passkeyCreated: "Passkey created",
  newPassword: "New password",
  passwordHint: "At least 12 characters. A few random words work well.",
  passwordShort: "The password needs at least 12 characters.",
  passwordSet: "Password set",
  confirm: {
    title: "Confirm it's you",
    text: "You are about to change who has access or where data goes. Confirm that it is you; we will not ask again for ten minutes.",
    textNone:
      "You are about to change who has access or where data goes, and it has been a while since you signed in. Run this on the server and open the link that it prints, then try again:",
    withPasskey: "Use your passkey",
    withPassword: "Confirm",
  },
};
