import { recordAct } from '../../../audit/record'
import type { StoredImport } from '../../../bulk-import/tables'
import { contactsReloaded } from '../../../contacts/contract'
import type { Cx } from '../../../platform/cx'

/** Of thousands of contacts screens and history hear once, when all are there. */
export function noteImport(cx: Cx, { userId, userName, fileName, created, updated, failed }: StoredImport) {
  const changes = Object.entries({ created, updated, failed }).map(([field, to]) => ({ field, from: null, to }))
  recordAct(
    cx,
    { userId, name: userName },
    { kind: 'contact', act: 'import', subject: { id: null, name: fileName }, changes },
  )
  cx.emit(contactsReloaded({}), () => true)
}
