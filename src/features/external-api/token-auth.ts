/** Admits requests by API token: finds the company and the token, checks both, and counts the request. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { CONTROL } from '../../platform/gate'
import { showsOnly } from '../../platform/http'
import { createAllowance } from '../../platform/limiter'
import { defineService, type RouteServices } from '../../platform/module'
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

type Deps = Pick<RouteServices, 'databases' | 'clock' | 'visitor' | 'cxOf' | 'tokenDirectory'>

export function createTokenAuth({ databases, clock, visitor, cxOf, tokenDirectory }: Deps) {
  const { control } = databases
  const companyById = remembered(control.$client, (id: number) => findCompany(control, id), ['companies', 'plans'])
  const callers = new WeakMap<Request, Caller>()
  const allowances = {
    send: createAllowance(clock, { most: SENDS_A_MINUTE, window: MINUTE }),
    read: createAllowance(clock, { most: READS_A_MINUTE, window: MINUTE }),
  }

  async function companyOf(secret: string): Promise<Company | undefined> {
    const [, id] = /^bk(\d{1,15})_[\w-]{43}$/.exec(secret) ?? []
    if (id !== undefined) return companyById(Number(id))
    return isKeptToken(secret) ? tokenDirectory.find(hashOf(secret)) : undefined
  }

  async function authenticate(request: Request, scope: ApiScope) {
    showsOnly(request, CONTROL)
    const secret = visitor.bearerOf(request)?.trim() ?? fail(apiErrors.ERR_API_TOKEN)
    // Sessions have such tokens, and so has the API of Izing.
    const unknown = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret) ? apiErrors.ERR_API_TOKEN_KIND : apiErrors.ERR_API_TOKEN
    const company = (await companyOf(secret)) ?? fail(unknown)
    databases.requireAvailable(company.uuid)
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

declare module '../../platform/module' {
  interface Services {
    readonly tokenDirectory: ReturnType<typeof createTokenDirectory>
  }
}

/** Finds the company of a token that does not name it: an old one, or one of another product. */
function createTokenDirectory({ databases, clock }: Pick<RouteServices, 'databases' | 'clock'>) {
  let uuids = new Map<string, string>()
  let companies = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let known: unknown
  let isComplete = false
  /** Another object when a company came, or moved in. */
  const companiesIn = remembered(databases.control.$client, (_: null) => ({}), ['companies', 'moved_companies'])

  /** Reads all companies that are here, or those that were not. */
  async function read(isAnew: boolean) {
    const [found, there] = isAnew ? [new Map<string, string>(), new Set<string>()] : [uuids, companies]
    const current = companiesIn(null)
    isComplete = true
    for (const { uuid } of listCompanies(databases.control)) {
      if (there.has(uuid) || !databases.isAvailable(uuid)) continue
      await new Promise(setImmediate)
      try {
        for (const hash of databases.peek(uuid, listUnaddressed)) found.set(hash, uuid)
        there.add(uuid)
      } catch {
        // An unreadable file is reported where it is used.
      }
    }
    uuids = found
    companies = there
    if (!isAnew) return
    readAt = clock()
    known = current
  }

  return {
    async find(hash: string): Promise<Company | undefined> {
      const isOld = Math.abs(clock() - readAt) >= LOOK_AGAIN || known !== companiesIn(null)
      if (!uuids.has(hash) && (isOld || !isComplete)) {
        reading ??= read(isOld).finally(() => {
          reading = undefined
        })
        await reading
      }
      const uuid = uuids.get(hash)
      return uuid === undefined ? undefined : findCompanyByUuid(databases.control, uuid)
    },
    /** Companies that another node of a fleet had may be here now. */
    companiesCame() {
      isComplete = false
    },
  }
}

export const tokenDirectory = defineService('tokenDirectory', { create: createTokenDirectory })
