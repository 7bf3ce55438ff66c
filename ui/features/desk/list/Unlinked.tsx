import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { useMay } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../directory/api'
import { holdOf } from '../../directory/holds'

/** None of the company's numbers works, and none will recover by itself: explains the empty waiting list. */
export function Unlinked() {
  const t = useText()
  const may = useMay()
  const { data = [] } = useQuery(connectionsQuery)
  // Linked connections that are down are reported by the top bar.
  if (data.length === 0 || !data.every((one) => holdOf(one) === 'unlinked' && one.number === null)) return null
  return (
    <Note
      role="status"
      icon={<Unplug />}
      className="mx-3 mb-2 flex-none"
      action={may('drawer-admin-items:view') ? <Link to="/connections">{t('desk.unlinked.connect')}</Link> : undefined}
    >
      <b className="block font-semibold">{t('desk.unlinked.title')}</b>
      {t('desk.unlinked.text')} {!may('drawer-admin-items:view') && t('desk.unlinked.ask')}
    </Note>
  )
}
