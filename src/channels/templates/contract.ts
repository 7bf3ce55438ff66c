/** Templates of the WhatsApp Cloud API: texts that Meta has approved, for writing to somebody outside of the reply window. */
import * as v from 'valibot'
import { Id, Instant } from '../../platform/formats'

export const TemplateHeader = v.object({
  kind: v.picklist(['text', 'image', 'video', 'document']),
  /** Empty for a file. */
  text: v.string(),
})
export type TemplateHeader = v.InferOutput<typeof TemplateHeader>

/** `reply` answers with its label, `code` copies a code. */
export const TemplateButton = v.object({
  kind: v.picklist(['reply', 'url', 'phone', 'code']),
  text: v.string(),
  /** The address, which may end in a variable, or the phone number; empty for the others. */
  value: v.string(),
})
export type TemplateButton = v.InferOutput<typeof TemplateButton>

/** Its texts with numbered variables: `{{1}}`. */
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

/** `authentication` sends codes; it can only be shown. */
export const TemplateCategory = v.picklist(['marketing', 'utility', 'authentication'])
export type TemplateCategory = v.InferOutput<typeof TemplateCategory>

export const Template = v.object({
  id: Id,
  whatsappId: Id,
  name: v.string(),
  /** Such as `pt_BR`. */
  language: v.string(),
  category: TemplateCategory,
  /** As Meta says it, such as `APPROVED`, `PENDING`, `REJECTED`, `PAUSED`, `DISABLED`. */
  status: v.string(),
  /** Since when we know of this status. */
  statusAt: Instant,
  /** Why it was rejected or paused, as Meta says it. */
  reason: v.nullable(v.string()),
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  quality: v.nullable(v.string()),
  ...TemplateContent.entries,
  examples: TemplateExamples,
  /** It has a part that we cannot fill. */
  isUnsupported: v.boolean(),
})
export type Template = v.InferOutput<typeof Template>

/** Approved, and nothing in it is beyond us. */
export const isUsable = ({ status, isUnsupported }: Pick<Template, 'status' | 'isUnsupported'>): boolean =>
  status === 'APPROVED' && !isUnsupported
