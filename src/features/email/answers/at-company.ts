/**
 * Stores answers from the operator's mailbox where their company is. The node that reads the mailbox names the mails, and the
 * company's node fetches the text of those that answer it, so no mail passes between nodes.
 */
import * as v from 'valibot'
import { fail } from '../../../errors'
import { waitForAll } from '../../../platform/gate'
import { withMailbox } from '../../../platform/imap'
import type { ImapServer } from '../../../platform/imap-settings'
import type { Services } from '../../../platform/module'
import { MINUTE, SECOND } from '../../../platform/time'
import { operatorAnswers } from '../../../settings/operator/settings'
import { type CompanyKey, type CompanyRead, defineCompanyQuestion } from '../../../tenancy/elsewhere'
import { MOST_CANDIDATES } from './addressing'
import { findCopy, type Target } from './queries'
import { bytesToRead, prepare, storeAnswer } from './storing'

export const MOST_ASKED_MAILS = 100
/** No other mail is begun afterwards. */
const BEGUN_WITHIN = 10 * SECOND
/** For the largest mail over a slow line. */
const STORE_WITHIN = MINUTE
/** With the way there and back. */
const ASK_WITHIN = STORE_WITHIN + 10 * SECOND

const count = v.pipe(v.number(), v.safeInteger())
const Copy = v.object({ token: v.string(), recipientId: count })
const Mail = v.object({ uid: count, size: count, copies: v.pipe(v.array(Copy), v.maxLength(MOST_CANDIDATES)) })
export type AskedMail = v.InferOutput<typeof Mail>

/** Answers with the number of the first mail that is left for another time; null if none is. */
export const storingAnswers = defineCompanyQuestion({
  name: 'email.storeAnswers',
  question: v.object({
    uuid: v.string(),
    uidValidity: count,
    mails: v.pipe(v.array(Mail), v.maxLength(MOST_ASKED_MAILS)),
  }),
  within: ASK_WITHIN,
  isRepeatable: true,
  async answer(services, { uuid, uidValidity, mails }): Promise<number | null> {
    const { db } = services.cxOf(uuid)
    const ours = mails.flatMap(({ copies, ...mail }) => {
      const target = findCopy(db, copies)
      return target ? [{ ...mail, target }] : []
    })
    const [first] = ours
    if (!first) return null
    if (services.diskSpace.isFull()) fail('ERR_STORAGE_FULL')
    return (await storeFrom(services, uuid, uidValidity, ours)) ?? null
  },
})

type OwnMail = { readonly uid: number; readonly size: number; readonly target: Target }

/** Returns the number of the first mail that is left. */
async function storeFrom(
  services: Services,
  uuid: string,
  uidValidity: number,
  mails: readonly OwnMail[],
): Promise<number | undefined> {
  const answers = operatorAnswers(services.operatorSettings)
  if (!answers) return mails[0]?.uid
  const until = performance.now() + BEGUN_WITHIN
  const signal = AbortSignal.any([services.closing, AbortSignal.timeout(STORE_WITHIN)])
  let failure: unknown
  const left = await withMailbox(
    toRead(services, answers.mailbox),
    async (box) => {
      if (box.uidValidity !== uidValidity) return mails[0]?.uid
      for (const { uid, size, target } of mails) {
        if (performance.now() > until) return uid
        const content = await box.content(uid, bytesToRead(size))
        try {
          if (content && !(await storeOne(services, uuid, target, content, size))) return uid
        } catch (error) {
          failure = error
          return uid
        }
      }
      return undefined
    },
    signal,
  )
  if (failure !== undefined) throw failure // not a fault of the mailbox
  return left
}

/** The operator's mailbox, for whoever reads it now. */
export const toRead = ({ gate }: Pick<Services, 'gate'>, mailbox: ImapServer) =>
  ({ ...mailbox, wait: waitForAll(gate), reach: 'any' }) as const

/** False: it cannot be stored now. When it returns, no other node can own the company without the answer. */
export async function storeOne(
  services: Services,
  uuid: string,
  target: Target,
  content: AsyncIterable<Uint8Array>,
  size: number,
): Promise<boolean> {
  const prepared = await prepare(services.cxOf(uuid), services, content, size)
  if (!prepared) return false
  services.cxOf(uuid).transaction((cx) => storeAnswer(cx, target, prepared))
  await services.gate.wait(uuid)
  return true
}

/** Which companies can be asked to store answers. */
export const REACHED = 'email.reached'

export const reachedAnswers: CompanyRead = {
  what: REACHED,
  createReader: () => async (own) => new Map(own.map(({ id }: CompanyKey) => [id, true])),
}
