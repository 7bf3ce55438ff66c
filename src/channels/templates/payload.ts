/** A template as the Cloud API is told to send it. */
import type { SentTemplate, TemplateParameter } from '../contract'

/** The object `template` of a message. */
export const templatePayload = ({ name, language, parameters }: SentTemplate): object => ({
  name,
  language: { code: language },
  ...(parameters.length > 0 && { components: parameters.map(componentOf) }),
})

function componentOf({ part, kind, index, values }: TemplateParameter): object {
  const parameters = values.map((value) => parameterOf(kind, value))
  return part === 'button'
    ? { type: 'button', sub_type: kind === 'code' ? 'copy_code' : 'url', index: String(index), parameters }
    : { type: part, parameters }
}

function parameterOf(kind: TemplateParameter['kind'], value: string): object {
  if (kind === 'image' || kind === 'video' || kind === 'document') return { type: kind, [kind]: { link: value } }
  return kind === 'code' ? { type: 'coupon_code', coupon_code: value } : { type: 'text', text: value }
}
