import { recordAct } from '../../../audit/record'
import type { StoredImport } from '../../../bulk-import/tables'
import { contactsReloaded } from '../../../contacts/contract'
import type { Cx } from '../../../platform/cx'

/** Announces and audits a bulk import once, at its end, instead of for each of thousands of contacts. */
export function noteImport(cx: Cx, { userId, userName, fileName, created, updated, failed }: StoredImport) {
  const changes = Object.entries({ created, updated, failed }).map(([field, to]) => ({ field, from: null, to }))
  recordAct(
    cx,
    { userId, name: userName },
    { kind: 'contact', act: 'import', subject: { id: null, name: fileName }, changes },
  )
  cx.emit(contactsReloaded({}), () => true)
}
