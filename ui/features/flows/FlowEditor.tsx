import './flows.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Download, History, TriangleAlert } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { check, type Problem, type Warning, warn } from '../../../src/features/flows/check'
import type { CountPeriod, FlowDetails } from '../../../src/features/flows/contract'
import type { FlowNode, NodeKind } from '../../../src/features/flows/format/contract'
import { importFlow } from '../../../src/features/flows/import'
import { errorText } from '../../shared/errorText'
import type { Text } from '../../shared/i18n/translate'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { BackLink } from '../../shared/kit/BackLink'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { Note } from '../../shared/kit/Note'
import { Popover } from '../../shared/kit/Popover'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { saveFile } from '../../shared/saveFile'
import { PHONE, useMedia } from '../../shared/useMedia'
import { usePageTitle } from '../../shared/usePageTitle'
import { countsQuery, publishFlow } from './api'
import { useCompany } from './company'
import { addAfter, blankNode, duplicateNode, removeNode } from './edit'
import { FlowList } from './FlowList'
import { Inspector } from './Inspector'
import { Kit } from './Kit'
import { Numbers } from './Numbers'
import { Phone } from './Phone'
import { useDraft } from './useDraft'
import { useSeveral } from './useSeveral'
import { useTrial } from './useTrial'
import { Versions } from './Versions'
import { faultWords, nodeName } from './words'

/** With the library that draws it, which nothing else needs. */
const Canvas = lazyPart(() => import('./canvas/Canvas').then((file) => file.Canvas))

/** Draws a flow: kit, canvas, inspector, and the phone to try it out. On a phone it is a list. */
export function FlowEditor({ opened }: { opened: FlowDetails }) {
  const t = useText()
  const format = useFormat()
  const isPhone = useMedia(PHONE)
  const draft = useDraft(opened)
  const { flow, stored, change } = draft
  const company = useCompany(stored)
  const [chosen, choose] = useState<string | null>(flow.start)
  /** The node that gets the keyboard focus once it is drawn. */
  const [wanted, want] = useState<string | null>(null)
  const [heights, setHeights] = useState<Readonly<Record<string, number>>>({})
  const [isPublishing, setPublishing] = useState(false)
  const [isAsking, ask] = useState(false)
  const [isPhoneShown, showPhone] = useState(false)
  const trial = useTrial(flow)
  const problems = useMemo(() => (company.known ? check(flow, company.known) : []), [flow, company.known])
  const warnings = useMemo(() => warn(flow), [flow])
  const [counted, count] = useState<CountPeriod | null>(null)
  const counts = useQuery({ ...countsQuery(draft.id, counted ?? 'published'), enabled: counted !== null }).data?.nodes
  const [picked, pick] = useState<ReadonlySet<string>>(new Set())
  const fresh = useFresh(opened.flow, flow)
  usePageTitle(stored.name)

  const go = (id: string) => {
    choose(id)
    want(id)
    pick(new Set())
  }
  const several = useSeveral({ draft, chosen, picked, pick, go })
  const add = (kind: NodeKind) => {
    const node = blankNode(kind)
    const added = addAfter(flow, node, chosen, heights)
    change(added.flow)
    fresh.add(added.id, node)
    go(added.id)
  }
  const remove = (id: string) => {
    const node = flow.nodes[id]
    if (!node || node.t === 'start') return
    const next = removeNode(flow, id)
    change(next)
    go(flow.start)
    toast.offer(t('flows.pane.removed', { name: nodeName(t, node) }), draft.undo)
  }
  const duplicate = (id: string) => {
    const added = duplicateNode(flow, id, heights)
    change(added.flow)
    go(added.id)
  }
  const tryToPublish = () => {
    fresh.settleAll()
    const [first] = problems
    if (first) go(first.node)
    else if (warnings.length > 0) ask(true)
    else void publish()
  }
  const publish = async () => {
    ask(false)
    setPublishing(true)
    try {
      await draft.save()
      const next = await publishFlow(draft.id, draft.revision())
      draft.keep({ ...next, flow: draft.flow }, false)
      toast.success(t('flows.publishedNow', { version: next.version ?? 1 }))
    } catch (error) {
      toast.failure(error)
    } finally {
      setPublishing(false)
    }
  }
  const read = async (file: File) => {
    const found = importFlow(await readJson(file))
    if (!found) return void toast.error(t('flows.notAFlow'))
    change(found.flow)
    choose(found.flow.start)
    const count = Object.keys(found.flow.nodes).length
    if (found.skipped.length === 0) toast.success(t('flows.imported', { count }))
    else toast.warning(t('flows.importedSkipped', { count, types: found.skipped.join(', ') }), 8000)
  }
  const isPublished = stored.isPublished && !draft.isChanged
  const saved = draft.failure
    ? t('flows.notSaved')
    : draft.isChanged || draft.isSaving
      ? t('flows.saving')
      : stored.savedAt && t('flows.saved', { time: format.time(stored.savedAt) })
  const shown = problems.filter(({ node }) => !fresh.has(node))
  const isUnused = stored.version !== null && company.known !== undefined && company.serves(draft.id).length === 0
  const shared = { draft, company, problems: shown, chosen, choose, duplicate, remove }
  const phone = <Phone flow={flow} trial={trial} company={company} isShown={isPhoneShown} show={showPhone} />
  return (
    <main className="main page">
      <div className="page-head">
        <BackLink to="/integrations" label={t('flows.back')} />
        <h1 className="page-title truncate">{stored.name}</h1>
        <span className={`state text-sm ml-1 ${isPublished ? 'state-ok' : 'state-wait'}`}>
          {t(isPublished ? 'flows.published' : 'flows.draft')}
        </span>
        <span className="page-count not-phone" role="status">
          {[
            stored.version === null || stored.publishedAt === null
              ? t('flows.neverPublished')
              : t('flows.version', { version: stored.version, date: format.date(stored.publishedAt) }),
            saved,
          ]
            .filter(Boolean)
            .join(', ')}
          {isUnused && (
            <Link to="/queues" className="link ml-2 text-warning-ink">
              {t('flows.unused')}
            </Link>
          )}
          {company.serves(draft.id).map((queue) => (
            <span key={queue.id} className="ml-2">
              <QueueChip queue={queue} />
            </span>
          ))}
        </span>
        <Popover
          label={t('flows.versions')}
          align="end"
          trigger={
            <Button tone="ghost" className="not-phone" icon={<History />}>
              {t('flows.versions')}
            </Button>
          }
        >
          <Versions draft={draft} />
        </Popover>
        <Menu
          align="end"
          trigger={
            <Button tone="plain" className="not-phone" icon={<Download />}>
              JSON
            </Button>
          }
        >
          <MenuItem onSelect={() => saveFile(jsonFile(stored.name, flow))}>{t('flows.export')}</MenuItem>
          <MenuItem onSelect={() => void pickFile().then((file) => file && read(file))}>{t('flows.import')}</MenuItem>
        </Menu>
        <span className="flex-1 md:hidden" />
        {shown.length > 0 && <Problems problems={shown} flow={flow} onChoose={go} />}
        {warnings.length > 0 && <Warnings warnings={warnings} flow={flow} onChoose={go} />}
        <Button
          tone="primary"
          className="ml-1"
          busy={isPublishing}
          disabled={shown.length > 0 || company.known === undefined || isPublished || draft.isOutdated}
          onClick={tryToPublish}
        >
          {t('flows.publish')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => ask(false)}
        title={t('flows.publishWarned')}
        confirm={t('flows.publishAnyway')}
        tone="primary"
        onConfirm={() => void publish()}
      >
        <ul className="grid gap-1">
          {warnings.slice(0, MOST_LISTED).map(({ node, detail }) => (
            <li key={`${node} ${detail}`}>
              <b>{nameOf(t, flow, node)}</b>: {t('flows.bareWord', { detail })}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      {draft.isOutdated && (
        <Note tone="warning" className="mx-6 mb-3" icon={<CircleAlert />}>
          {t('flows.changed')}{' '}
          <Button
            size="sm"
            tone="plain"
            onClick={() => void draft.load().catch((error: unknown) => toast.failure(error))}
          >
            {t('flows.load')}
          </Button>
        </Note>
      )}
      {draft.failure !== null && !draft.isOutdated && (
        <ErrorNote className="mx-6 mb-3">
          {errorText(t, draft.failure)}{' '}
          <Button size="sm" tone="plain" onClick={() => void draft.save().catch(() => undefined)}>
            {t('flows.retry')}
          </Button>
        </ErrorNote>
      )}
      {isPhone ? (
        <div className="flow-floor flex-1">
          <FlowList
            {...shared}
            choose={(id) => {
              fresh.settleEdited()
              choose(id)
            }}
            add={add}
          />
          {phone}
        </div>
      ) : (
        <div className="flow">
          <Kit onAdd={add} onLeave={() => chosen && want(chosen)} />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: hears that the focus has left the inspector */}
          <div className="flow-floor" onFocus={fresh.settleEdited}>
            <div className="flow-canvas">
              <Suspense fallback={<Skeleton className="m-6 h-40" />}>
                <Canvas
                  {...shared}
                  heights={heights}
                  trial={trial.trial}
                  wanted={wanted}
                  onFocused={() => want(null)}
                  onHeights={setHeights}
                  onGo={go}
                  onAdded={fresh.add}
                  counts={counted === null ? undefined : (counts ?? {})}
                  onCount={(isCounted) => count(isCounted ? 'published' : null)}
                  picked={picked}
                  pick={pick}
                  several={several}
                  isNarrow={isPhoneShown}
                />
              </Suspense>
            </div>
            {phone}
          </div>
          <aside className="flow-pane" aria-label={t('flows.pane.label')}>
            {counted !== null && <Numbers id={draft.id} flow={flow} period={counted} onPeriod={count} onGo={go} />}
            <Inspector {...shared} vars={trial.trial.state?.vars ?? null} onGo={go} />
          </aside>
        </div>
      )}
    </main>
  )
}

/** Nodes that nobody has filled in yet: what is missing in them is not shown as wrong, until they are left. */
function useFresh(opened: FlowDetails['flow'], flow: FlowDetails['flow']) {
  const [fresh, setFresh] = useState<ReadonlyMap<string, FlowNode>>(() => {
    const start = opened.nodes[opened.start]
    return new Map(start && Object.keys(opened.nodes).length === 1 ? [[opened.start, start]] : [])
  })
  const isEdited = ([id, node]: readonly [string, FlowNode]) => id !== opened.start && flow.nodes[id] !== node
  return {
    has: (id: string) => fresh.has(id),
    add: (id: string, node: FlowNode) => setFresh((before) => new Map(before).set(id, node)),
    /** The start goes along with the first other one. */
    settleEdited() {
      const rest = [...fresh].filter((one) => !isEdited(one))
      if (rest.length < fresh.size) setFresh(new Map(rest.filter(([id]) => id !== opened.start)))
    },
    settleAll: () => setFresh(new Map()),
  }
}

type ProblemsProps = { problems: readonly Problem[]; flow: FlowDetails['flow']; onChoose(id: string): void }

/** Problems, or warnings, that a menu or dialog shows. */
const MOST_LISTED = 20

function nameOf(t: Text, flow: FlowDetails['flow'], id: string): string {
  const node = flow.nodes[id]
  return node ? nodeName(t, node) : id
}

type WarningsProps = Omit<ProblemsProps, 'problems'> & { warnings: readonly Warning[] }

function Warnings({ warnings, flow, onChoose }: WarningsProps) {
  const t = useText()
  return (
    <Menu
      align="end"
      trigger={
        <Button tone="plain" className="text-warning-ink" icon={<TriangleAlert />}>
          {t('flows.warnings', { count: warnings.length })}
        </Button>
      }
    >
      {warnings.slice(0, MOST_LISTED).map(({ node, detail }) => (
        <MenuItem
          key={`${node} ${detail}`}
          icon={<TriangleAlert />}
          hint={nameOf(t, flow, node)}
          onSelect={() => onChoose(node)}
        >
          {t('flows.bareWord', { detail })}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Problems({ problems, flow, onChoose }: ProblemsProps) {
  const t = useText()
  return (
    <Menu
      align="end"
      trigger={
        <Button tone="plain" className="text-error-ink" icon={<CircleAlert />}>
          {t('flows.errors', { count: problems.length })}
        </Button>
      }
    >
      {problems.slice(0, MOST_LISTED).map((problem) => (
        <MenuItem
          key={`${problem.node} ${problem.fault} ${problem.detail}`}
          icon={<CircleAlert />}
          hint={nameOf(t, flow, problem.node)}
          onSelect={() => onChoose(problem.node)}
        >
          {faultWords(t, flow, problem)}
        </MenuItem>
      ))}
    </Menu>
  )
}

const jsonFile = (name: string, flow: unknown): File =>
  new File([JSON.stringify(flow, null, 2)], `${name.replace(/[\\/:*?"<>|]/g, ' ')}.json`, { type: 'application/json' })

const MOST_BYTES = 2_000_000

async function readJson(file: File): Promise<unknown> {
  try {
    return file.size > MOST_BYTES ? undefined : (JSON.parse(await file.text()) as unknown)
  } catch {
    return undefined
  }
}

/** Asks for a JSON file; undefined if none is chosen. */
function pickFile(): Promise<File | undefined> {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' })
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}
