/** The languages whose questions are recognised, as BCP 47 names them. */
export type Language = keyof typeof stopWords;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that say how something is asked, not what about, by language. Questions are rarely without one. */
export const stopWords = {
  en: wordsOf(`
    a about after all also am an and any are as at be been before being but by can could did do does doing don for
    from get gets getting go got had happen happens has have having he her here him his how however i if in into is it its just let
    like ll made make makes making may me might more most much must my need no not of off on once one only or other our ours out
    over own please put puts putting re s shall she should so some such t tell than that the their them then there these they this
    those through to too under until up us use using ve very want was we were what when where whether which while who
    whom whose why will wish with within without would you your yours hi hello hey thanks thank know again something anything thing things stuff someone anyone long take takes mean means work works
    aren couldn didn doesn hadn hasn haven isn shouldn wasn weren won wouldn
  `),
  de: wordsOf(`
    ab aber alle als also am an auch auf aus bei beim bin bis bist bitte da damit dann das dass dein deine dem den
    denn der des dich die dies diese diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es etwas euch
    euer für gibt geht habe haben hat hatte ich ihm ihn ihr ihre im in ins ist ja kann kannst kein keine können könnt
    man mein meine meinem meinen meiner mich mir mit muss müssen nach nicht noch nur ob oder ohne sein seine sich sie
    sind so soll sollte über um und uns unser unsere unter viel vom von vor wann war warum was wegen weil welche
    welchen welcher welches wenn wer werde werden wie wieder will wir wird wo woher wohin wurde zu zum zur
  `),
  fr: wordsOf(`
    au aux avec avez ce ces cet cette comment dans de des du elle en est et être eu il ils j je l la le les leur lui
    ma mais me mes moi mon n ne nos notre nous on ou où par pas peut peux plus pour pourquoi puis qu quand que quel
    quelle quelles quels qui sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous y
  `),
  es: wordsOf(`
    al algo ante como cómo con cual cuál cuando cuándo cuanto cuánto de del desde donde dónde el él ella ellos en
    entre era es esa ese eso esta está estas este esto estos fue ha hay la las lo los más me mi mis muy no nos nuestra
    nuestro o para pero por porque puede puedo que qué quien quién se ser si sí sin sobre son su sus también te tengo
    tiene tu un una uno y ya yo
  `),
  it: wordsOf(`
    agli ai alla alle allo anche che chi ci come cosa da dagli dal dalla degli dei del della delle dello di dove e è
    gli ho il io la le lo loro ma mi mia mio nel nella non noi per perché più posso può qual quale quando quanto quello
    questa questo sono su sul sulla suo tra tuo un una uno vi voi
  `),
  pt: wordsOf(`
    ao aos as com como da das de do dos e ela ele em eu foi há isso isto já mais mas me meu minha muito na nas não nem
    no nos o onde os ou para pela pelo por posso qual quando que quem são se sem seu seus sua suas também tem um uma
  `),
  nl: wordsOf(`
    aan als bij dan dat de deze die dit doe door een en er het hoe ik in is je kan maar mag met mijn moet na naar niet
    nog of om ook op te tot uit van voor waar waarom wanneer wat we wel welke wie wij worden wordt zijn zo
  `),
  pl: wordsOf(`
    aby ale być czy dla do i ile jak jaka jakie jaki jest już kiedy kto która które który ma mam mi mnie mogę może na
    nad nie o od po pod przez przy się są ta tak tam te tego ten to tu w we z za ze że
  `),
  tr: wordsOf(`
    acaba ama artık bana bazı ben benim bir biraz bu bunu da daha de değil diye en gibi hangi hangisi hem hep her için ile
    ise kadar kim ki mi mı mu mü nasıl ne neden nerede nereye nereden niçin o olan olarak olur onu sadece siz sizin
    şey şu var ve veya ya yok zaman kaç
  `),
} as const;
