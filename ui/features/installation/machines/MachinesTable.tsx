import type { KeyboardEvent } from 'react'
import type { Machine } from '../../../../src/features/machines/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ShareBar } from '../../../shared/kit/ShareBar'
import { StatusDot } from '../../../shared/kit/StatusDot'
import type { Column } from '../../../shared/table/columns'
import { DataTable } from '../../../shared/table/DataTable'
import { isNear, type Resource, rowIdOf, situationOf, situationTones } from './rules'
import { useStopDraining } from './useOrders'
import { useSpanWords } from './useSpanWords'

type Row = Machine & { readonly id: number }
type Props = { machines: readonly Machine[]; shown: string | undefined; onShow(machine: string): void }

/** Machine, situation, companies and load. The arrow keys go from row to row, and Enter opens one. */
export function MachinesTable({ machines, shown, onShow }: Props) {
  const rows = machines.map((machine): Row => ({ ...machine, id: rowIdOf(machine.name) }))
  const columns = useColumns(onShow)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the buttons within
    <div className="machines-table" onKeyDown={moveFocus}>
      <DataTable
        rows={{ ...ALL_THERE, all: rows }}
        shown={rows}
        columns={columns}
        isTall
        tone={({ name }) => (name === shown ? 'info' : undefined)}
        flash={({ state }) => state}
        empty={null}
      />
    </div>
  )
}

/** The list comes whole, and is refreshed by the page. */
const ALL_THERE = {
  arrived: new Set<number>(),
  error: null,
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => {},
  retry: () => {},
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('.machine-name')]
  const at = names.indexOf(document.activeElement as HTMLElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  names[at + step]?.focus()
}

function useColumns(onShow: (machine: string) => void): Column<Row>[] {
  const t = useText()
  const { number } = useFormat()
  const share = (resource: Resource, width: string): Column<Row> => ({
    id: resource,
    head: t(`machines.column.${resource}`),
    width,
    ...(resource === 'cpu' && { yields: 'second' }),
    cell: ({ load }) => <Share resource={resource} share={load?.[resource] ?? null} />,
  })
  return [
    {
      id: 'machine',
      head: t('machines.column.machine'),
      phone: 'lead',
      cell: (machine) => (
        <button type="button" className="machine-name two" onClick={() => onShow(machine.name)}>
          <span className="truncate">{machine.name}</span>
          <Facts machine={machine} />
        </button>
      ),
    },
    {
      id: 'state',
      head: t('machines.column.state'),
      width: '9rem',
      phone: 'line',
      cell: (machine) => <SituationDot machine={machine} />,
    },
    {
      id: 'companies',
      head: t('machines.column.companies'),
      numeric: true,
      width: '5.5rem',
      cell: ({ companies, load }) => (companies > 0 || load ? number(companies) : '–'),
    },
    {
      id: 'connections',
      head: t('machines.column.connections'),
      numeric: true,
      width: '6rem',
      cell: ({ load }) =>
        load ? t('machines.upOf', { up: number(load.connectionsUp), total: number(load.connections) }) : '–',
    },
    share('cpu', '7.5rem'),
    share('memory', '7.5rem'),
    share('disk', '7.5rem'),
    {
      id: 'lag',
      head: t('machines.column.lag'),
      numeric: true,
      width: '5rem',
      yields: 'first',
      cell: ({ lag }) =>
        lag === null ? (
          '–'
        ) : (
          <span title={t('machines.lagHint')}>{t('machines.milliseconds', { n: number(Math.round(lag)) })}</span>
        ),
    },
    {
      id: 'action',
      head: t('machines.column.action'),
      isHeadHidden: true,
      numeric: true,
      width: '9rem',
      phone: 'bare',
      cell: (machine) => <Action machine={machine} onShow={onShow} />,
    },
  ]
}

function Facts({ machine: { address, load } }: { machine: Machine }) {
  const t = useText()
  const { number, size } = useFormat()
  const words = [
    hostOf(address),
    ...(load ? [t('machines.processors', { n: number(load.cpus) }), size(roundedSize(load.memoryBytes))] : []),
  ]
  return <small className="truncate">{words.join(', ')}</small>
}

/** Without the port. */
const hostOf = (address: string): string => address.replace(/:\d+$/, '')

/** 4 GB is sold as 4 GB, and the system keeps some of it for itself. */
function roundedSize(bytes: number): number {
  const gigabytes = bytes / 2 ** 30
  return gigabytes < 1 ? bytes : Math.ceil(gigabytes - 0.1) * 1e9
}

export function SituationDot({ machine }: { machine: Machine }) {
  const t = useText()
  const { number } = useFormat()
  const spanSince = useSpanWords()
  const situation = situationOf(machine)
  const left = machine.emptying?.left ?? 0
  return (
    <StatusDot tone={situationTones[situation]}>
      {t(`machines.situation.${situation}`, {
        n: number(left),
        count: left,
        span: machine.since ? spanSince(machine.since) : '',
      })}
    </StatusDot>
  )
}

function Share({ resource, share }: { resource: Resource; share: number | null }) {
  const format = useFormat()
  if (share === null) return '–'
  return (
    <span className="load-cell">
      <ShareBar share={share} isNear={isNear(resource, share)} className="block" />
      <span className="nums">{format.share(Math.round(share * 100) / 100)}</span>
    </span>
  )
}

function Action({ machine, onShow }: { machine: Machine; onShow(name: string): void }) {
  const t = useText()
  const stop = useStopDraining(machine.name)
  if (machine.state === 'silent')
    return (
      <Button size="sm" onClick={() => onShow(machine.name)}>
        {t('machines.understand')}
      </Button>
    )
  if (machine.state === 'emptying')
    return (
      <Button size="sm" tone="quiet" className="px-2!" busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('machines.stopDraining')}
      </Button>
    )
  return null
}
