import './campaigns.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChartNoAxesColumn, CircleStop, Copy, Eye, Megaphone, Pencil, Play, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { type Campaign, STATUS } from '../../../src/features/campaigns/contract'
import { manageCampaigns } from '../../../src/outbound/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Tag } from '../../shared/kit/Tag'
import { useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay, useUser } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column, RowAction } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { Nothing } from '../../shared/table/Nothing'
import { useView } from '../../shared/table/useView'
import { campaigns } from './api'
import { CampaignState, Progress } from './CampaignState'
import { mayEdit, mayStop, progressOf, startsAt } from './spec'
import { useCampaignActions } from './useCampaignActions'
import { CampaignsView, statuses } from './view'

/** Campaigns: drafts, scheduled, running and finished ones. */
export function CampaignsPage() {
  return useMay()(manageCampaigns) ? <Campaigns /> : <RefusedPage needs={manageCampaigns} />
}

function Campaigns() {
  const t = useText()
  const navigate = useNavigate()
  const { timeZone } = useUser().company
  const view = useView(CampaignsView)
  const { search, status } = view.now
  const rows = useRows(
    campaigns,
    useMemo(() => ({ search, status }), [search, status]),
  )
  const { stop, restart, remove, copy, dialog } = useCampaignActions()
  const open = (campaignId: string) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId } })
  const report = (campaignId: string) => void navigate({ to: '/campaign/$campaignId/report', params: { campaignId } })
  const actionsOf = (one: Campaign): RowAction[] => {
    const { name, status } = one
    const id = String(one.id)
    const isOpen = mayEdit(one, timeZone, Date.now())
    const stopIt = { label: t('campaigns.act.stop', { name }), icon: <CircleStop />, onSelect: () => stop(one) }
    return [
      ...(mayStop(one) && !isOpen ? [stopIt] : []),
      ...(status === STATUS.stopped
        ? [{ label: t('campaigns.act.restart', { name }), icon: <Play />, onSelect: () => restart(one) }]
        : []),
      {
        label: t(isOpen ? 'common.row.edit' : 'campaigns.act.look', { name }),
        icon: isOpen ? <Pencil /> : <Eye />,
        onSelect: () => open(id),
      },
      ...(mayStop(one) && isOpen ? [stopIt] : []),
      { label: t('campaigns.act.report', { name }), icon: <ChartNoAxesColumn />, onSelect: () => report(id) },
      { label: t('campaigns.act.copy', { name }), icon: <Copy />, onSelect: () => void copy(one) },
      { label: t('common.row.delete', { name }), icon: <Trash2 />, isDanger: true, onSelect: () => remove(one) },
    ]
  }
  return (
    <ListPage
      title={t('campaigns.title')}
      rows={rows}
      columns={useColumns()}
      view={view}
      isTall
      search={t('campaigns.search')}
      filters={
        <ChoiceFilter
          label={t('common.field.status')}
          all={t('common.allFeminine')}
          value={status}
          onChange={(status) => view.change({ status })}
          options={statuses.map((value) => ({ value, label: t(`campaigns.status.${value}`) }))}
        />
      }
      action={{ label: t('campaigns.new'), onSelect: () => open('new') }}
      actions={actionsOf}
      tone={({ status, wait }) => {
        if (status === STATUS.stopped) return 'warning'
        if (wait?.why === 'stopped' || wait?.why === 'disconnected' || wait?.why === 'restricted') return 'error'
        return status === STATUS.running ? 'info' : status === STATUS.finished ? 'off' : undefined
      }}
      flash={({ status, name }) => `${status} ${name}`}
      empty={{ icon: <Megaphone />, title: t('campaigns.empty.title'), text: t('campaigns.empty.text') }}
      noMatch={t('campaigns.noMatch')}
    >
      {dialog}
    </ListPage>
  )
}

function useColumns(): Column<Campaign>[] {
  const t = useText()
  const { shortDateTime } = useFormat()
  const { timeZone } = useUser().company
  const moment = (at: string | null) => (at === null ? <Nothing /> : shortDateTime(at))
  return [
    {
      id: 'name',
      head: t('common.field.name'),
      cell: ({ id, name, status }) => {
        const params = { campaignId: String(id) }
        const isDraft = status === STATUS.draft || status === STATUS.scheduled
        return (
          <Link
            className="hover:underline"
            to={isDraft ? '/campaigns/$campaignId' : '/campaign/$campaignId/report'}
            params={params}
          >
            {name}
          </Link>
        )
      },
    },
    {
      id: 'status',
      head: t('common.field.status'),
      width: '9rem',
      phone: 'line',
      cell: (one) => <CampaignState campaign={one} />,
    },
    {
      id: 'audience',
      head: t('campaigns.column.audience'),
      width: '10.25rem',
      phone: 'bare',
      cell: ({ contactList, tag }) => {
        if (tag) return <Tag tag={tag} isClipped />
        return contactList ? (
          <span className="block truncate" title={contactList.name}>
            {contactList.name}
          </span>
        ) : (
          <Nothing />
        )
      },
    },
    {
      id: 'connection',
      head: t('common.field.connection'),
      width: '7rem',
      yields: 'second',
      phone: 'bare',
      cell: ({ whatsapp }) => (whatsapp ? <span className="block truncate">{whatsapp.name}</span> : <Nothing />),
    },
    {
      id: 'scheduledAt',
      head: t('campaigns.column.scheduledAt'),
      width: '7.25rem',
      cell: ({ scheduledAt }) => moment(startsAt(scheduledAt, timeZone)),
    },
    {
      id: 'completedAt',
      head: t('campaigns.column.completedAt'),
      width: '7.25rem',
      yields: 'first',
      cell: ({ completedAt }) => moment(completedAt),
    },
    {
      id: 'confirmation',
      head: t('campaigns.column.confirmation'),
      width: '6.25rem',
      yields: 'first',
      phone: 'none',
      cell: ({ confirmation }) => t(confirmation ? 'common.yes' : 'common.no'),
    },
    {
      id: 'progress',
      head: t('campaigns.column.progress'),
      width: '7.5rem',
      phone: 'line',
      cell: ({ figures }) => figures.total > 0 && <Progress value={progressOf(figures)} />,
    },
  ]
}
