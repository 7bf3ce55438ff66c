import { and, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { fail } from '../../errors'
import { defineControlWrite } from '../../platform/control-writes'
import { HOUR } from '../../platform/time'
import { AnswerSupport } from './contract'
import { supportErrors } from './errors'
import { findGrant } from './queries'
import { supportGrants } from './tables'

/** An admin of the company answers its latest request. Returns the grant as it is now. */
export const answerGrant = defineControlWrite(
  'support.answerGrant',
  v.object({ ...AnswerSupport.entries, companyId: v.number(), by: v.string() }),
  (control, now, { companyId, answer, hours = 1, by }) => {
    const known = findGrant(control, companyId, now) ?? fail(supportErrors.ERR_NO_CONSENT)
    const isFitting = answer === 'revoke' ? known.state === 'granted' : known.state === 'asked'
    if (!isFitting) fail(supportErrors.ERR_NO_CONSENT)
    const state = ({ grant: 'granted', refuse: 'refused', revoke: 'ended' } as const)[answer]
    const until = answer === 'grant' ? now + hours * HOUR : known.until
    return (
      control
        .update(supportGrants)
        .set({ state, until, decidedBy: by })
        .where(eq(supportGrants.id, known.id))
        .returning()
        .get() ?? fail('ERR_NOT_FOUND')
    )
  },
)

/** Ends what this person of the operator has asked or was granted. Returns what was open. */
export const endGrantsOf = defineControlWrite(
  'support.endGrantsOf',
  v.object({ askedBy: v.number() }),
  (control, _now, { askedBy }) =>
    control
      .update(supportGrants)
      .set({ state: 'ended' })
      .where(and(eq(supportGrants.askedBy, askedBy), inArray(supportGrants.state, ['asked', 'granted'])))
      .returning()
      .all(),
)
