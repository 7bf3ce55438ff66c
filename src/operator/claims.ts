/** The claims of one process: of the server, and of a command that works beside it. */
import * as v from 'valibot'
import { accountUse } from '../channels/sessions/accounts'
import type { Nodes } from '../fleet/nodes'
import type { Databases } from '../platform/databases'
import type { Log } from '../platform/log'
import type { Clock } from '../platform/time'
import { type ClaimBucket, listClaimed } from '../tenancy/claim-bucket'
import { type Claims, createOwnClaims } from '../tenancy/claims'
import { emailUse } from '../users/emails'
import type { CompanyStores } from '../users/new-company'
import { silentLog } from './installation'

const uses = [emailUse, accountUse]

type Opening = {
  readonly databases: Databases
  readonly log: Log
  readonly clock: Clock
  /** Of the server. */
  readonly startedAt?: number | undefined
  /** Where claims are kept; by default in control.db. */
  readonly bucket?: ClaimBucket | undefined
  /** The other nodes of a fleet. */
  readonly nodes?: Nodes | undefined
  /** As in `createOwnClaims`. */
  readonly look?: ((tenantUuid: string) => Promise<void>) | undefined
}

const IS_IN_USE = 'claims.isInUse'
const Question = v.object({
  kind: v.picklist(['email', 'account']),
  value: v.string(),
  holder: v.object({ tenantUuid: v.string(), connectionId: v.optional(v.number()) }),
})

export function openClaims({ nodes, startedAt, ...opening }: Opening): Claims {
  if (!nodes) return createOwnClaims({ ...opening, startedAt, uses })
  const claims = createOwnClaims({
    ...opening,
    uses,
    askHolder: async (kind, value, holder) => {
      const question: v.InferInput<typeof Question> = { kind, value, holder }
      return v.parse(
        v.boolean(),
        await nodes.ask({ company: holder.tenantUuid }, IS_IN_USE, question, { changesNothing: true }),
      )
    },
  })
  nodes.answer(IS_IN_USE, (question) => {
    const { kind, value, holder } = v.parse(Question, question)
    return claims.isInUse(kind, value, holder)
  })
  return claims
}

export const commandStores = (databases: Databases, now: number): CompanyStores => ({
  databases,
  claims: openClaims({ databases, log: silentLog(), clock: () => now }),
})

/** Of a company that is gone. What stays after a crash is taken over when somebody else wants it. */
export async function releaseClaimsOf({ databases, claims }: CompanyStores, tenantUuid: string): Promise<void> {
  for (const kind of ['email', 'account'] as const)
    for (const value of listClaimed(databases.control, kind, tenantUuid)) {
      const claim = await claims.find(kind, value)
      if (claim?.tenantUuid === tenantUuid) await claims.release(kind, value, claim)
    }
}
