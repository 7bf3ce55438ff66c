import * as v from 'valibot'
import type { ItemState } from '../../../src/features/contact-lists/contract'
import { viewSchema } from '../../shared/table/view'

export const ListsView = viewSchema(['name'])
export type ListsView = v.InferOutput<typeof ListsView>

/** The entries shown on a list's page. */
export const itemStates = ['valid', 'invalid', 'unchecked', 'blacklist'] as const satisfies readonly ItemState[]

export const ItemsView = viewSchema(['name'], { state: v.picklist(itemStates) })
export type ItemsView = v.InferOutput<typeof ItemsView>
