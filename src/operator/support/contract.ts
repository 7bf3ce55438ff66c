/** The operator enters a company with the consent of one of its admins. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'

/** Hours for which an admin may consent. */
export const supportHours = [1, 4, 24] as const
/** An unanswered request is withdrawn by itself. */
export const ASKED_FOR_HOURS = 24

/** `ended`: also a consent whose time is over, and a request that was withdrawn. */
export const SupportGrant = v.object({
  id: Id,
  asker: v.string(),
  reason: v.string(),
  askedAt: Instant,
  state: v.picklist(['asked', 'granted', 'refused', 'ended']),
  /** The admin who answered. */
  decidedBy: v.nullable(v.string()),
  until: v.nullable(Instant),
})
export type SupportGrant = v.InferOutput<typeof SupportGrant>
/** The latest one; null if the operator has never asked. */
export const Support = v.object({ grant: v.nullable(SupportGrant) })
export type Support = v.InferOutput<typeof Support>

export const AskSupport = v.object({ reason: v.pipe(text(300), v.trim(), v.nonEmpty('form.required')) })
export const AnswerSupport = v.object({
  /** `revoke` ends a consent at once. */
  answer: v.picklist(['grant', 'refuse', 'revoke'], 'form.invalid'),
  hours: v.optional(v.picklist(supportHours, 'form.invalid')),
})
export type AnswerSupport = v.InferOutput<typeof AnswerSupport>

/** To the company's admins. */
export const supportChanged = defineEvent('support.update', v.object({ grant: SupportGrant }))
/** The same for the operator's people. */
export const supportAnswered = defineEvent('support.answer', v.object({ companyId: Id, grant: SupportGrant }))

export const CompanyNote = v.object({ id: Id, at: Instant, author: v.string(), text: v.string() })
export type CompanyNote = v.InferOutput<typeof CompanyNote>
export const CompanyNotes = v.object({ notes: v.array(CompanyNote) })
export const AddCompanyNote = v.object({ text: v.pipe(text(2000), v.trim(), v.nonEmpty('form.required')) })
