/** What the certificates need of the ports; the server's listeners provide it. */
import type { KeyPair } from './store'

export type PortState =
  | { readonly is: 'open' | 'closed' }
  /** Another program has it; `detail` is what it calls itself. */
  | { readonly is: 'taken' | 'forbidden' | 'failed'; readonly detail: string }

export interface Listening {
  readonly ports: { readonly http: number; readonly https: number; readonly plain: number }
  http(): PortState
  https(): PortState
  /**
   * Opens or closes the port for challenges and redirects, and the one for TLS (null: none). A new certificate is taken without
   * closing a socket.
   */
  apply(wanted: { readonly isOn: boolean; readonly pair: KeyPair | null }): Promise<void>
  /** Answers TLS-ALPN-01 challenges on the TLS port until the returned function is called. Everybody else is served. */
  answerAlpn(pair: KeyPair): Promise<() => Promise<void>>
}
