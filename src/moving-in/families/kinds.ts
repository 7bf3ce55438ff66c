/**
 * Where the five products keep each kind of row. One mapping serves all: a column means the same wherever it exists.
 * What differs by product is told by `RowContext`.
 */

import { conversationKinds } from './kinds-conversations'
import { outboundKinds } from './kinds-outbound'
import { peopleKinds } from './kinds-people'
import type { KindTables } from './mapping'

export const kindTables: KindTables = { ...peopleKinds, ...conversationKinds, ...outboundKinds }

/** Columns that tell a row's company. */
export const companyColumns = ['companyId', 'tenantId', 'company_id']
/** Tables of companies. */
export const companyTables = ['Companies', 'Tenants']
