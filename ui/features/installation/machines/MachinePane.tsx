import { Link } from '@tanstack/react-router'
import { ExternalLink, LogOut, Server, Trash2, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CompanyFilter, Fleet, Machine, MachineCompany } from '../../../../src/features/machines/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { IconButton } from '../../../shared/kit/IconButton'
import { Note } from '../../../shared/kit/Note'
import type { View } from '../../../shared/table/useView'
import type { InstallationView } from '../view'
import { CompanyList } from './CompanyList'
import { scarceIn, situationOf } from './rules'
import { useDraining, useForgetting, useStopDraining } from './useOrders'
import { useSpanWords } from './useSpanWords'

type Common = { fleet: Fleet; view: View<InstallationView>; onClose(): void }

/** One machine and the companies on it. */
export function MachinePane({ fleet, machine, view, onClose }: Common & { machine: Machine }) {
  const t = useText()
  const { number } = useFormat()
  const spanSince = useSpanWords()
  const [largest, setLargest] = useState<MachineCompany | undefined>()
  const { name, version, startedAt, companies } = machine
  const isGone = machine.state === 'silent' || machine.state === 'stopped'
  const words = [
    t('machines.version', { version }),
    ...(startedAt ? [t('machines.upFor', { span: spanSince(startedAt) })] : []),
    t('machines.total', { n: number(companies), count: companies }),
  ]
  return (
    <Pane title={name} hint={words.join(', ')} onClose={onClose}>
      <Scarce machine={machine} largest={largest} />
      {isGone ? (
        <Explanation machine={machine} />
      ) : (
        <CompanyList fleet={fleet} machine={name} state={undefined} view={view} onLargest={setLargest} />
      )}
      <Foot fleet={fleet} machine={machine} onClose={onClose} />
    </Pane>
  )
}

/** The companies of all machines, or those that need something. */
export function CompaniesPane({ fleet, view, onClose }: Common) {
  const t = useText()
  const { number } = useFormat()
  const { companies = 'all' } = view.now
  const { total } = fleet.companies
  const state: CompanyFilter | undefined = companies === 'all' ? undefined : companies
  return (
    <Pane
      title={t('machines.allCompanies')}
      hint={t('machines.onMachines', { n: number(total), count: total, machines: number(fleet.machines.length) })}
      onClose={onClose}
    >
      <CompanyList fleet={fleet} machine={undefined} state={state} view={view} />
    </Pane>
  )
}

type PaneProps = { title: string; hint: string; onClose(): void; children: ReactNode }

function Pane({ title, hint, onClose, children }: PaneProps) {
  const t = useText()
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
  return (
    <aside
      ref={pane}
      className="pane-over"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && onClose()}
    >
      <div className="dialog-head">
        <span className="status-mark size-8! rounded-md! icons:size-4!">
          <Server />
        </span>
        <span className="two mr-auto min-w-0">
          <h2 className="truncate">{title}</h2>
          <small className="truncate">{hint}</small>
        </span>
        <IconButton label={t('common.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {children}
    </aside>
  )
}

/** What the machine has too little of, and which move helps most. */
function Scarce({ machine, largest }: { machine: Machine; largest: MachineCompany | undefined }) {
  const t = useText()
  const { share } = useFormat()
  const scarce = scarceIn(machine)
  const { load } = machine
  if (!scarce || !load || machine.emptying) return null
  const used = share(Math.round(load[scarce] * 100) / 100)
  const rest = Math.max(0, load.memory - load.ownMemory * (largest?.share ?? 0))
  const canHelp = scarce === 'memory' && largest && !largest.isFirst && load.memory - rest >= 0.05
  return (
    <Note icon={<TriangleAlert />} className="mx-5 mb-2" role="status">
      {t(`machines.scarce.${scarce}`, { share: used })}{' '}
      {canHelp && t('machines.moveHelps', { name: largest.name, share: share(Math.round(rest * 100) / 100) })}
    </Note>
  )
}

/** Why a machine may not answer, and what to do. */
function Explanation({ machine }: { machine: Machine }) {
  const t = useText()
  const { dateTime, number } = useFormat()
  const situation = situationOf(machine)
  const { companies, since, name } = machine
  const isSilent = situation === 'silent'
  return (
    <div className="grid flex-1 content-start gap-4 overflow-y-auto px-5 py-2 text-sm">
      <p>{t(isSilent ? 'machines.silentSince' : 'machines.stoppedSince', { at: since ? dateTime(since) : '–' })}</p>
      <p>
        {companies > 0 ? t('machines.stillThere', { n: number(companies), count: companies }) : t('machines.taken')}
      </p>
      {isSilent && (
        <>
          <h3 className="font-semibold">{t('machines.check')}</h3>
          <ol className="machines-how mt-0!">
            <li>{t('machines.checkPower', { name })}</li>
            <li>{t('machines.checkService')}</li>
            <li>{t('machines.checkNetwork')}</li>
            <li>{t('machines.checkDoctor')}</li>
          </ol>
          <p className="text-muted">{t('machines.comesBack')}</p>
        </>
      )}
    </div>
  )
}

function Foot({ fleet, machine, onClose }: { fleet: Fleet; machine: Machine; onClose(): void }) {
  const t = useText()
  const { number } = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const stopAsking = () => setIsAsking(false)
  const { name, state, companies } = machine
  const drain = useDraining(name, stopAsking)
  const stop = useStopDraining(name)
  const forget = useForgetting(name, onClose)
  const hasOther = fleet.machines.some((one) => one.name !== name && one.state === 'running')
  return (
    <div className="dialog-foot">
      {state === 'running' && (
        <Button
          tone="ghost"
          className="mr-auto text-error-ink"
          icon={<LogOut />}
          disabled={!hasOther}
          title={hasOther ? undefined : t('machines.noOther')}
          onClick={() => setIsAsking(true)}
        >
          {t('machines.drain', { name })}
        </Button>
      )}
      {state === 'emptying' && (
        <Button className="mr-auto" busy={stop.isPending} onClick={() => stop.mutate()}>
          {t('machines.stopDraining')}
        </Button>
      )}
      {(state === 'silent' || state === 'stopped') && companies === 0 && (
        <Button
          tone="ghost"
          className="mr-auto text-error-ink"
          icon={<Trash2 />}
          busy={forget.isPending}
          title={t('machines.forgetText')}
          onClick={() => forget.mutate()}
        >
          {t('machines.forget')}
        </Button>
      )}
      <Link to="/monitor" search={{}} className={buttonClass()}>
        <ExternalLink /> {t('machines.monitor')}
      </Link>
      <ConfirmDialog
        open={isAsking}
        onClose={stopAsking}
        title={t('machines.drainTitle', { name })}
        confirm={t('machines.drainConfirm')}
        busy={drain.isPending}
        onConfirm={() => drain.mutate()}
        tone="primary"
      >
        <p>{t('machines.drainText', { n: number(companies), count: companies })}</p>
      </ConfirmDialog>
    </div>
  )
}
