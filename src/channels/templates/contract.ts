/** Templates of the WhatsApp Cloud API: texts that Meta has approved, for writing to somebody outside of the reply window. */
import * as v from 'valibot'
import { Id, Instant } from '../../platform/formats'

export const TemplateHeader = v.object({
  kind: v.picklist(['text', 'image', 'video', 'document']),
  /** Empty for a file. */
  text: v.string(),
})
export type TemplateHeader = v.InferOutput<typeof TemplateHeader>

/** `reply` answers with its label, `code` copies a code, `otp` copies the code that the text names. */
export const TemplateButton = v.object({
  kind: v.picklist(['reply', 'url', 'phone', 'code', 'otp']),
  text: v.string(),
  /** The address, which may end in a variable, or the phone number; empty for the others. */
  value: v.string(),
})
export type TemplateButton = v.InferOutput<typeof TemplateButton>

/** Its texts with their variables: `{{1}}`, or `{{name}}`. */
export const TemplateContent = v.object({
  header: v.nullable(TemplateHeader),
  body: v.string(),
  footer: v.nullable(v.string()),
  buttons: v.array(TemplateButton),
})
export type TemplateContent = v.InferOutput<typeof TemplateContent>

/** An example for each variable, in their order, which Meta's reviewers read. */
export const TemplateExamples = v.object({
  header: v.string(),
  body: v.array(v.string()),
  buttons: v.array(v.string()),
})
export type TemplateExamples = v.InferOutput<typeof TemplateExamples>

/** `authentication` sends codes. Meta writes its text. */
export const TemplateCategory = v.picklist(['marketing', 'utility', 'authentication'])
export type TemplateCategory = v.InferOutput<typeof TemplateCategory>

/**
 * What we do not send: a kind of template, or a part of it. `offer` ends at a time, `catalog` shows products, `order` is
 * paid in WhatsApp, `place` has a map above its text.
 */
export const UnsupportedPart = v.picklist(['carousel', 'offer', 'catalog', 'flow', 'order', 'call', 'place', 'unknown'])
export type UnsupportedPart = v.InferOutput<typeof UnsupportedPart>

export const Template = v.object({
  id: Id,
  whatsappId: Id,
  name: v.string(),
  /** Such as `pt_BR`. */
  language: v.string(),
  category: TemplateCategory,
  /** The category before Meta changed it, until somebody has read so. */
  categoryBefore: v.nullable(TemplateCategory),
  /** As Meta says it, such as `APPROVED`, `PENDING`, `REJECTED`, `PAUSED`, `DISABLED`. */
  status: v.string(),
  /** Since when we know of this status. */
  statusAt: Instant,
  /** Why it was rejected or paused, as Meta says it, such as `INVALID_FORMAT` or `FIRST_PAUSE`. */
  reason: v.nullable(v.string()),
  /** The end of a pause, if it has one. */
  pausedUntil: v.nullable(Instant),
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  quality: v.nullable(v.string()),
  ...TemplateContent.entries,
  examples: TemplateExamples,
  /** Why it cannot be sent from here; null: it can. */
  unsupported: v.nullable(UnsupportedPart),
})
export type Template = v.InferOutput<typeof Template>

/** Approved, and nothing in it is beyond us. */
export const isUsable = ({ status, unsupported }: Pick<Template, 'status' | 'unsupported'>): boolean =>
  status === 'APPROVED' && unsupported === null

/** Meta put a template into another category, which has another price. */
export const CategoryChange = v.object({
  id: Id,
  whatsappId: Id,
  name: v.string(),
  language: v.string(),
  was: TemplateCategory,
  category: TemplateCategory,
  at: Instant,
})
export type CategoryChange = v.InferOutput<typeof CategoryChange>
