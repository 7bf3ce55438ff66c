import { useSetAtom } from 'jotai/react'
import { importUpdated } from '../../../src/bulk-import/contract'
import { manageCampaigns } from '../../../src/outbound/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import { useFollowedImports } from '../../shared/bulk-import/useImports'
import { useText } from '../../shared/i18n/useText'
import { useEvent } from '../../shared/live/useEvent'
import { useMay, useUser } from '../../shared/session/useUser'
import { store } from '../../shared/store'
import { CONTACT_LISTS } from './api'
import { runsAtom, shownImportAtom } from './shown'

/** Target name in the server's words. */
const TARGET = 'contactLists'

/** Follows imports into contact lists on every page. */
export function useListImports() {
  const t = useText()
  const may = useMay()
  const show = useSetAtom(shownImportAtom)
  const { features } = useUser().company
  const note = useSetAtom(runsAtom)
  useEvent(importUpdated, ({ import: run }) => {
    const { subjectId } = run
    if (run.target === TARGET && subjectId !== null) note({ ...store.get(runsAtom), [subjectId]: run })
  })
  useFollowedImports({
    address: CONTACT_LISTS,
    targets: [TARGET],
    enabled: may(manageCampaigns) && hasFeature(features, 'useCampaigns'),
    to: CONTACT_LISTS,
    title: ({ fileName }) => t('listImports.title', { name: fileName }),
    open: ({ id, subjectId }) => show({ id, listId: subjectId ?? 0 }),
  })
}
