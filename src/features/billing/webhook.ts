/** Charges named by a provider's webhook. Nothing else in it is trusted: it only triggers a read at the provider. */
import * as v from 'valibot'
import { text } from '../../platform/formats'

const MOST_NAMED = 20
const Reference = text(100)
const Named = v.object({
  pix: v.optional(v.pipe(v.array(v.object({ txid: v.optional(Reference) })), v.maxLength(100))),
  payment: v.optional(v.object({ id: v.optional(Reference), externalReference: v.nullish(Reference) })),
})

export function namedIn(body: unknown): string[] {
  const found = v.safeParse(Named, body)
  if (!found.success) return []
  const { pix = [], payment } = found.output
  const names = [...pix.map(({ txid }) => txid), payment?.id, payment?.externalReference]
  return [...new Set(names.flatMap((name) => name || []))].slice(0, MOST_NAMED)
}
