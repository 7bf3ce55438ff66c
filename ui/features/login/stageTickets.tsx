import { CheckCheck, Clock, Image, Mic, UsersRound } from 'lucide-react'
import type { Text } from '../../shared/i18n/translate'
import type { StageTicket } from './StageRow'

/** Seven sample tickets that show what a list looks like. */
export function stageTickets(t: Text): readonly StageTicket[] {
  const sales = { name: t('login.stage.sales'), color: '#2563eb' }
  const care = { name: t('login.stage.care'), color: '#0d9488' }
  return [
    {
      name: 'Mariana Duarte',
      color: '#7c3aed',
      time: '14:32',
      channel: 'whatsapp',
      queue: care,
      who: 'Rafael',
      last: <span className="typing">{t('login.stage.typing')}</span>,
      current: true,
    },
    {
      name: 'Tiago Albuquerque',
      color: '#ea580c',
      time: '14:31',
      channel: 'whatsapp',
      queue: sales,
      unread: 3,
      last: (
        <>
          <Mic className="text-primary-ink" />
          <span>{t('login.stage.voice')} · 0:42</span>
        </>
      ),
      wait: (
        <span className="wait wait-amber">
          <Clock />8 min
        </span>
      ),
    },
    {
      name: 'studio.lavanda',
      color: '#db2777',
      time: '14:24',
      channel: 'instagram',
      queue: sales,
      unread: 1,
      last: <span>{t('login.stage.delivery')}</span>,
    },
    {
      name: 'João Pedro Sant’Anna',
      color: '#0891b2',
      time: '14:19',
      channel: 'whatsapp',
      queue: { name: t('login.stage.billing'), color: '#ca8a04' },
      last: (
        <>
          <CheckCheck className="tick tick-read" />
          <span>{t('login.stage.invoice')}</span>
        </>
      ),
    },
    {
      name: 'Dra. Aline Fontoura',
      color: '#e11d48',
      time: '12:47',
      channel: 'facebook',
      queue: { name: t('login.stage.projects'), color: '#7c3aed' },
      last: (
        <>
          <CheckCheck className="tick" />
          <span>{t('login.stage.visit')}</span>
        </>
      ),
    },
    {
      name: t('login.stage.group'),
      color: '#4f46e5',
      time: '14:12',
      channel: 'whatsapp',
      queue: { name: t('login.stage.logistics'), color: '#be185d' },
      unread: 12,
      icon: <UsersRound />,
      last: (
        <span>
          <em>Wesley:</em> {t('login.stage.truck')}
        </span>
      ),
    },
    {
      name: 'Nelson Shimizu',
      color: '#65a30d',
      time: '11:30',
      channel: 'whatsapp',
      queue: care,
      last: (
        <>
          <Image />
          <span>{t('login.stage.photo')}</span>
        </>
      ),
    },
  ]
}
