import { useQuery } from '@tanstack/react-query'
import { Hourglass, Info } from 'lucide-react'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { prospectQuery } from './api'

type Props = { contactId: number; whatsappId: number; sendAt: string; hasFile: boolean }

/** What would leave at the planned time if the contact wrote nothing until then. */
export function Prospect({ contactId, whatsappId, sendAt, hasFile }: Props) {
  const t = useText()
  const { dateTime } = useFormat()
  const { data } = useQuery(prospectQuery({ contactId, whatsappId, sendAt }))
  if (!data) return null
  const { goes, windowUntil } = data
  const ends = windowUntil === null ? null : dateTime(windowUntil)
  if (goes === 'noAddress') return <Note icon={<Hourglass />}>{t('schedules.prospect.noAddress')}</Note>
  if (goes === 'windowClosed')
    return (
      <Note icon={<Hourglass />} role="status">
        {ends ? t('schedules.prospect.windowClosed', { ends }) : t('schedules.prospect.neverWrote')}
      </Note>
    )
  if (ends === null && goes === 'text') return null
  return (
    <Note tone="info" icon={<Info />} role="status">
      {goes === 'text'
        ? t('schedules.prospect.text', { ends: ends ?? '' })
        : t(hasFile ? 'schedules.prospect.templateAlone' : 'schedules.prospect.template')}
    </Note>
  )
}
