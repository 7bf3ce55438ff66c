/** Admits requests by API token: finds the company and the token, checks both, and counts the request. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { CONTROL } from '../../platform/gate'
import { showsOnly } from '../../platform/http'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { remembered } from '../../platform/sqlite'
import { MINUTE, SECOND } from '../../platform/time'
import { findCompany, findCompanyByUuid, listCompanies, servedUntil } from '../../tenancy/companies'
import { hasFeature } from '../../tenancy/contract'
import type { Company } from '../../tenancy/tables'
import { isKeptToken } from '../../users/api-tokens'
import { type ApiScope, READS_A_MINUTE, SENDS_A_MINUTE } from './contract'
import { apiErrors } from './errors'
import {
  findToken,
  findTokenByHash,
  hashOf,
  listUnaddressed,
  noteUse,
  requireUsable,
  type StoredToken,
  scopesOf,
} from './tokens'

export type Caller = {
  readonly cx: Cx
  readonly token: StoredToken
  /** On the page, a user sends with the token: fails if the user may no longer. */
  readonly stillHere?: () => void
}

/** Checks again, after slow work, that the caller may still send. */
export function requireStillAllowed({ cx, token, stillHere }: Caller) {
  stillHere?.()
  requireUsable(findToken(cx.db, token.id), cx.now())
}

type Deps = Pick<RouteServices, 'databases' | 'clock' | 'visitor' | 'cxOf'>

export function createTokenAuth({ databases, clock, visitor, cxOf }: Deps) {
  const { control } = databases
  const companyById = remembered(control.$client, (id: number) => findCompany(control, id), ['companies', 'plans'])
  const directory = createDirectory({ databases, clock })
  const callers = new WeakMap<Request, Caller>()
  const allowances = {
    send: createAllowance(clock, { most: SENDS_A_MINUTE, window: MINUTE }),
    read: createAllowance(clock, { most: READS_A_MINUTE, window: MINUTE }),
  }

  async function companyOf(secret: string): Promise<Company | undefined> {
    const [, id] = /^bk(\d{1,15})_[\w-]{43}$/.exec(secret) ?? []
    if (id !== undefined) return companyById(Number(id))
    return isKeptToken(secret) ? directory.find(hashOf(secret)) : undefined
  }

  async function authenticate(request: Request, scope: ApiScope) {
    const secret = visitor.bearerOf(request)?.trim() ?? fail(apiErrors.ERR_API_TOKEN)
    // Sessions have such tokens, and so has the API of Izing.
    const unknown = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret) ? apiErrors.ERR_API_TOKEN_KIND : apiErrors.ERR_API_TOKEN
    const company = (await companyOf(secret)) ?? fail(unknown)
    if (!databases.isAvailable(company.uuid)) fail('ERR_TENANT_UNAVAILABLE')
    showsOnly(request, company.uuid, CONTROL)
    const cx = cxOf(company.uuid)
    const token = findTokenByHash(cx.db, hashOf(secret)) ?? fail(apiErrors.ERR_API_TOKEN)
    requireUsable(token, clock())
    if (!company.active) fail('ERR_COMPANY_BLOCKED')
    if (servedUntil(company) < clock()) fail('ERR_SUBSCRIPTION_EXPIRED')
    if (!hasFeature(cx.tenant.features, 'useExternalApi')) fail('ERR_PLAN_FEATURE', { feature: 'useExternalApi' })
    if (!scopesOf(token).includes(scope)) fail(apiErrors.ERR_API_SCOPE, { scope })
    take(cx, token, scope === 'send' ? 'send' : 'read')
    noteUse(cx, token)
    callers.set(request, { cx, token })
  }

  /** Counts a request. Fails with ERR_TOO_MANY_REQUESTS above the limit of the token. */
  function take(cx: Cx, token: StoredToken, what: keyof typeof allowances) {
    const wait = allowances[what].take(allowanceKey(cx, token))
    if (wait > 0) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / SECOND) })
  }

  return {
    /** For the gate `key`: called before the body is read, and only once for each request. */
    gate: (scope: ApiScope) => async (request: Request) => {
      if (!callers.has(request)) await authenticate(request, scope)
    },
    callerOf: (request: Request): Caller => callers.get(request) ?? fail(apiErrors.ERR_API_TOKEN),
    take,
    /** Headers that state the limit, by the names of the IETF draft and by the usual older ones. */
    limitHeaders(cx: Cx, token: StoredToken): Record<string, string> {
      const { uses, until } = allowances.send.left(allowanceKey(cx, token))
      const [remaining, reset] = [String(uses), String(Math.ceil(until / SECOND))]
      const limit = String(SENDS_A_MINUTE)
      return {
        'ratelimit-limit': limit,
        'ratelimit-remaining': remaining,
        'ratelimit-reset': reset,
        'x-ratelimit-limit': limit,
        'x-ratelimit-remaining': remaining,
      }
    },
  }
}

const allowanceKey = ({ tenant }: Cx, { id }: StoredToken) => `${tenant.id}/${id}`

/** Milliseconds after which an unknown token is looked up again: a restored company may contain it. */
const LOOK_AGAIN = 10 * MINUTE

/** Finds the company of a token that does not name it: an old one, or one of another product. */
function createDirectory({ databases, clock }: Pick<Deps, 'databases' | 'clock'>) {
  let uuids: ReadonlyMap<string, string> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let known: unknown
  /** Another object when a company came, or moved in. */
  const companiesIn = remembered(databases.control.$client, (_: null) => ({}), ['companies', 'moved_companies'])

  async function read() {
    const found = new Map<string, string>()
    const current = companiesIn(null)
    for (const { uuid } of listCompanies(databases.control)) {
      await new Promise(setImmediate)
      if (!databases.isAvailable(uuid)) continue
      try {
        for (const hash of databases.peek(uuid, listUnaddressed)) found.set(hash, uuid)
      } catch {
        // An unreadable file is reported where it is used.
      }
    }
    uuids = found
    readAt = clock()
    known = current
  }

  return {
    async find(hash: string): Promise<Company | undefined> {
      const isOld = Math.abs(clock() - readAt) >= LOOK_AGAIN || known !== companiesIn(null)
      if (!uuids.has(hash) && isOld) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      const uuid = uuids.get(hash)
      return uuid === undefined ? undefined : findCompanyByUuid(databases.control, uuid)
    },
  }
}
