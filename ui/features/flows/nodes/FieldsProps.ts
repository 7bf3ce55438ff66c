import type { FlowNode, NodeKind, NodeOf } from '../../../../src/features/flows/format/contract'
import type { Company } from '../company'
import type { Draft } from '../useDraft'

/** What the fields of each kind of node get. */
export type FieldsProps<K extends NodeKind> = {
  node: NodeOf<K>
  draft: Draft
  company: Company
  names: readonly string[]
  change(next: FlowNode, field: string): void
}
