import { useSetAtom } from 'jotai/react'
import { manageCampaigns } from '../../../src/reach/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import { useText } from '../../shared/i18n/useText'
import { useFollowedImports } from '../../shared/imports/useImports'
import { useMay, useUser } from '../../shared/session/useUser'
import { CONTACT_LISTS } from './api'
import { shownImportAtom } from './shown'

/** Imports into contact lists are followed from every page. */
export function useListImports() {
  const t = useText()
  const may = useMay()
  const show = useSetAtom(shownImportAtom)
  const { features } = useUser().company
  useFollowedImports({
    address: CONTACT_LISTS,
    targets: ['contactLists'],
    enabled: may(manageCampaigns) && hasFeature(features, 'useCampaigns'),
    to: CONTACT_LISTS,
    title: ({ fileName }) => t('listImports.title', { name: fileName }),
    open: ({ id, subjectId }) => show({ id, listId: subjectId ?? 0 }),
  })
}
