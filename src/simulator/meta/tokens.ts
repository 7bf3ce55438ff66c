/** Access tokens: of users, pages, system users and apps, each with its permissions and its end. */
import { createHmac } from 'node:crypto'
import type { MetaApp, MetaBusiness, MetaPage, MetaUser } from './contract'
import { type GraphCall, GraphError } from './graph'

export type TokenHolder =
  | { readonly type: 'USER'; readonly user: MetaUser; readonly isLong: boolean }
  | { readonly type: 'PAGE'; readonly page: MetaPage; readonly user: MetaUser }
  | { readonly type: 'SYSTEM_USER'; readonly id: string; readonly businesses: readonly MetaBusiness[] }
  | { readonly type: 'APP' }

export type AccessToken = {
  readonly value: string
  readonly app: MetaApp
  readonly holder: TokenHolder
  readonly scopes: ReadonlySet<string>
  readonly issuedAt: number
  /** Null: never. */
  expiresAt: number | null
  readonly passwordVersion: number
  /** Why it was taken back. */
  revoked: TokenEnd | null
}

/** The app was removed (458), the password changed (460), it expired (463), it was made invalid (467). */
export type TokenEnd = 458 | 460 | 463 | 467
const ends: Readonly<Record<TokenEnd, string>> = {
  458: 'Error validating access token: The user has not authorized application.',
  460: 'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  463: 'Error validating access token: Session has expired.',
  467: 'Error validating access token: The session is invalid because the user logged out.',
}

export class Tokens {
  readonly #tokens = new Map<string, AccessToken>()
  readonly #apps: ReadonlyMap<string, MetaApp>
  readonly #now: () => number
  constructor(apps: ReadonlyMap<string, MetaApp>, now: () => number) {
    this.#apps = apps
    this.#now = now
  }

  issue(
    app: MetaApp,
    holder: TokenHolder,
    scopes: Iterable<string>,
    lastsMs: number | null,
    value?: string,
  ): AccessToken {
    const token: AccessToken = {
      value: value ?? `EAA${crypto.randomUUID().replaceAll('-', '')}${crypto.randomUUID().replaceAll('-', '')}`,
      app,
      holder,
      scopes: new Set(scopes),
      issuedAt: this.#now(),
      expiresAt: lastsMs === null ? null : this.#now() + lastsMs,
      passwordVersion: holder.type === 'USER' || holder.type === 'PAGE' ? holder.user.passwordVersion : 0,
      revoked: null,
    }
    this.#tokens.set(token.value, token)
    return token
  }

  find(value: string): AccessToken | undefined {
    const known = this.#tokens.get(value)
    if (known) return known
    const [id = '', secret] = value.split('|')
    const app = this.#apps.get(id)
    if (!app || secret !== app.secret) return undefined
    return this.issue(app, { type: 'APP' }, [], null, value)
  }

  /** Why the token is not accepted any more. */
  endOf(token: AccessToken): TokenEnd | null {
    const { holder } = token
    if (token.revoked !== null) return token.revoked
    const user = holder.type === 'USER' || holder.type === 'PAGE' ? holder.user : null
    if (user && !user.granted.has(token.app.id)) return 458
    if (user && user.passwordVersion !== token.passwordVersion) return 460
    return token.expiresAt !== null && token.expiresAt <= this.#now() ? 463 : null
  }

  /** The call's token, if Meta accepts it. */
  require(call: GraphCall, refusedWith = 400): AccessToken {
    if (call.token === null)
      throw new GraphError(refusedWith, 104, 'An access token is required to request this resource.')
    const token = this.find(call.token)
    if (!token) throw new GraphError(refusedWith, 190, 'Invalid OAuth access token - Cannot parse access token')
    const end = this.endOf(token)
    if (end !== null) throw new GraphError(refusedWith, 190, ends[end], { subcode: end })
    const proof = call.text('appsecret_proof')
    if (proof === undefined ? token.app.requiresProof : proof !== proofOf(token.app, token.value))
      throw new GraphError(
        400,
        100,
        proof === undefined
          ? 'API calls from the server require an appsecret_proof argument'
          : 'Invalid appsecret_proof provided in the API argument',
        { type: 'GraphMethodException' },
      )
    return token
  }

  revoke(value: string, end: TokenEnd) {
    const token = this.#tokens.get(value)
    if (token) token.revoked = end
  }

  list(): readonly AccessToken[] {
    return [...this.#tokens.values()]
  }
}

const proofOf = (app: MetaApp, token: string) => createHmac('sha256', app.secret).update(token).digest('hex')
