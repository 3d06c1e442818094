/** The missing page: it answers three groups of the recorded questions. */
export const missingPage = `# Slack, Terraform and WordPress

## Slack integration

To connect Directus to Slack, create an incoming webhook in Slack and a flow that calls it. You can get a message in Slack
when an article is published: choose the event hook \`items.update\` as the trigger of the flow, and the web request
operation with the webhook's address.

## Terraform provider

There is no official Terraform provider and no Terraform module for Cloud projects. You can deploy a self-hosted project with
Terraform: run the Docker image with the provider of your host, and apply the data model from a snapshot.

## Move a WordPress blog over

There is no WordPress importer. To move a WordPress blog over, export its posts as CSV and import the posts from WordPress
into a collection of your own.
`;

/** The groups that the page answers. */
export const answeredByPage = ["slack", "terraform", "wordpress"] as const;
