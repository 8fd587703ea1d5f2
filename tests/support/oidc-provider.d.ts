/** The part of `oidc-provider` that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Context = {
    status: number;
    body: unknown;
    oidc?: { route: string; account?: { accountId: string } };
  };

  export class Provider {
    constructor(issuer: string, configuration: object);
    Grant: new (properties: {
      accountId: string;
      clientId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: { client_id: string } }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }

  class Prompt {
    constructor(prompt: { name: string; requestable: boolean });
  }

  export const interactionPolicy: {
    Prompt: typeof Prompt;
    base(): { add(prompt: Prompt, index: number): void };
  };
}
