/** A webhook comes to any node of a fleet. What it brings is stored where the company is. */
import * as v from 'valibot'
import { fail } from '../../../errors'
import type { Services } from '../../../platform/module'
import type { ConnectionRef } from '../../channel'
import type { MetaEngine } from '../engine'
import type { NewPart } from '../journal'

/** Questions to the node that owns the company. Each may be asked twice. */
export const STORE_PARTS = 'meta.storeParts'
export const NOTE_SUBSCRIBED = 'meta.noteSubscribed'

type Deps = Pick<Services, 'meta' | 'nodes' | 'fleet'>
type AtOwner = Pick<MetaEngine, 'store' | 'loadProduct'> & {
  noteSubscribed(ref: ConnectionRef): void | Promise<void>
  /** Whose commits wait at the gate of this node; the owners of others have waited. */
  isHere(tenantUuid: string): boolean
}

export function atOwner({ meta, nodes, fleet }: Deps): AtOwner {
  if (!nodes || !fleet) return { ...meta, isHere: () => true }
  const { loadProduct } = meta
  const ask = async (company: string, path: string, question: object) => {
    await nodes.ask({ company }, path, question, { isRepeatable: true, shows: [] })
  }
  return {
    loadProduct,
    isHere: fleet.owns,
    store: (tenantUuid, parts) =>
      fleet.owns(tenantUuid) ? meta.store(tenantUuid, parts) : ask(tenantUuid, STORE_PARTS, { tenantUuid, parts }),
    noteSubscribed: ({ tenantUuid, connectionId }) =>
      fleet.owns(tenantUuid)
        ? meta.noteSubscribed({ tenantUuid, connectionId })
        : ask(tenantUuid, NOTE_SUBSCRIBED, { tenantUuid, connectionId }),
  }
}

const Ref = v.object({ tenantUuid: v.string(), connectionId: v.number() })
const Parts = v.object({
  tenantUuid: v.string(),
  parts: v.array(
    v.object({
      connectionId: v.number(),
      product: v.picklist(['cloud', 'pages']),
      key: v.string(),
      chat: v.string(),
      kind: v.string(),
      body: v.unknown(),
    }),
  ),
})

/** At the company's owner. */
export function answersOf({ meta }: Pick<Services, 'meta'>): Readonly<Record<string, (question: unknown) => unknown>> {
  return {
    async [STORE_PARTS](question) {
      const { tenantUuid, parts } = read(Parts, question)
      await meta.store(tenantUuid, parts as readonly NewPart[]) // split by another node, of our own version or the one before
    },
    [NOTE_SUBSCRIBED](question) {
      meta.noteSubscribed(read(Ref, question))
    },
  }
}

function read<S extends v.GenericSchema>(schema: S, question: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, question)
  return read.success ? read.output : fail('ERR_INVALID_INPUT')
}
