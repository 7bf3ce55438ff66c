/** A template as the Cloud API is told to send it. */
import type { SentTemplate, TemplateParameter } from '../contract'

/** The header's file, uploaded before: its id at Meta. */
export type UploadedHeader = { readonly id: string; readonly filename?: string }

/** The object `template` of a message. */
export const templatePayload = ({ name, language, parameters }: SentTemplate, file?: UploadedHeader): object => ({
  name,
  language: { code: language },
  ...(parameters.length > 0 && { components: parameters.map((one) => componentOf(one, file)) }),
})

function componentOf({ part, kind, index, values, names }: TemplateParameter, file?: UploadedHeader): object {
  if (part === 'header' && values.length === 0) return { type: part, parameters: [{ type: kind, [kind]: file }] }
  const parameters = values.map((value, at) => ({
    ...parameterOf(kind, value),
    ...(names && { parameter_name: names[at] }),
  }))
  return part === 'button'
    ? { type: 'button', sub_type: kind === 'code' ? 'copy_code' : 'url', index: String(index), parameters }
    : { type: part, parameters }
}

function parameterOf(kind: TemplateParameter['kind'], value: string): object {
  if (kind === 'image' || kind === 'video' || kind === 'document') return { type: kind, [kind]: { link: value } }
  return kind === 'code' ? { type: 'coupon_code', coupon_code: value } : { type: 'text', text: value }
}
