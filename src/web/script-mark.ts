import { createContext } from 'react';

/**
 * A secret of one rendering on the server, put as `nonce` on the scripts that the page itself has inline. The server
 * takes it off again and lets exactly those scripts run, by their hashes. In the browser there is none.
 */
export const ScriptMark = createContext<string | undefined>(undefined);
