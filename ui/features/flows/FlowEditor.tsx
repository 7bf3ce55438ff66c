import './flows.css'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { check, warn } from '../../../src/features/flows/check'
import type { CountPeriod, FlowDetails } from '../../../src/features/flows/contract'
import type { NodeKind } from '../../../src/features/flows/format/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { PHONE, useMedia } from '../../shared/useMedia'
import { usePageTitle } from '../../shared/usePageTitle'
import { countsQuery } from './api'
import { useCompany } from './company'
import { DraftNotes } from './DraftNotes'
import { addAfter, blankNode, duplicateNode, removeNode } from './edit'
import { Problems, WarningList, Warnings } from './Findings'
import { FlowHead } from './FlowHead'
import { FlowList } from './FlowList'
import { Inspector } from './Inspector'
import { Kit } from './Kit'
import { Numbers } from './Numbers'
import { Phone } from './Phone'
import { useDraft } from './useDraft'
import { useFresh } from './useFresh'
import { usePublish } from './usePublish'
import { useSeveral } from './useSeveral'
import { useTrial } from './useTrial'
import { nodeName } from './words'

/** With the library that draws it, which nothing else needs. */
const Canvas = lazyPart(() => import('./canvas/Canvas').then((file) => file.Canvas))

/** Draws a flow: kit, canvas, inspector, and the phone to try it out. On a phone it is a list. */
export function FlowEditor({ opened }: { opened: FlowDetails }) {
  const t = useText()
  const isPhone = useMedia(PHONE)
  const draft = useDraft(opened)
  const { flow, stored, change } = draft
  const company = useCompany(stored)
  const [chosen, setChosen] = useState<string | null>(flow.start)
  /** The node that gets the keyboard focus once it is drawn. */
  const [wanted, setWanted] = useState<string | null>(null)
  const [heights, setHeights] = useState<Readonly<Record<string, number>>>({})
  const [isPhoneShown, setPhoneShown] = useState(false)
  const trial = useTrial(flow)
  const problems = useMemo(() => (company.known ? check(flow, company.known) : []), [flow, company.known])
  const warnings = useMemo(() => warn(flow), [flow])
  const [counted, setCounted] = useState<CountPeriod | null>(null)
  const counts = useQuery({ ...countsQuery(draft.id, counted ?? 'published'), enabled: counted !== null }).data?.nodes
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const fresh = useFresh(opened.flow, flow)
  usePageTitle(stored.name)

  const go = (id: string) => {
    setChosen(id)
    setWanted(id)
    setPicked(new Set())
  }
  const several = useSeveral({ draft, chosen, picked, pick: setPicked, go })
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
  const publishing = usePublish(draft, { problems, warnings, go })
  const isPublished = stored.isPublished && !draft.isChanged
  const shown = problems.filter(({ node }) => !fresh.has(node))
  const shared = { draft, company, problems: shown, chosen, choose: setChosen, duplicate, remove }
  const phone = <Phone flow={flow} trial={trial} company={company} isShown={isPhoneShown} show={setPhoneShown} />
  return (
    <main className="main page">
      <FlowHead draft={draft} company={company} onRead={setChosen}>
        {shown.length > 0 && <Problems problems={shown} flow={flow} onChoose={go} />}
        {warnings.length > 0 && <Warnings warnings={warnings} flow={flow} onChoose={go} />}
        <Button
          tone="primary"
          className="ml-1"
          busy={publishing.isPublishing}
          disabled={shown.length > 0 || company.known === undefined || isPublished || draft.isOutdated}
          onClick={() => {
            fresh.settleAll()
            publishing.tryToPublish()
          }}
        >
          {t('flows.publish')}
        </Button>
      </FlowHead>
      <ConfirmDialog
        open={publishing.isAsking}
        onClose={publishing.stopAsking}
        title={t('flows.publishWarned')}
        confirm={t('flows.publishAnyway')}
        tone="primary"
        onConfirm={publishing.publish}
      >
        <WarningList warnings={warnings} flow={flow} />
      </ConfirmDialog>
      <DraftNotes draft={draft} />
      {isPhone ? (
        <div className="flow-floor flex-1 relative flex min-w-0 overflow-hidden bg-chat">
          <FlowList
            {...shared}
            choose={(id) => {
              fresh.settleEdited()
              setChosen(id)
            }}
            add={add}
          />
          {phone}
        </div>
      ) : (
        <div className="flow">
          <Kit onAdd={add} onLeave={() => chosen && setWanted(chosen)} />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: hears that the focus has left the inspector */}
          <div className="flow-floor relative flex min-w-0 overflow-hidden bg-chat" onFocus={fresh.settleEdited}>
            <div className="relative flex-1 min-w-0">
              <Suspense fallback={<Skeleton className="m-6 h-40" />}>
                <Canvas
                  {...shared}
                  heights={heights}
                  trial={trial.trial}
                  wanted={wanted}
                  onFocused={() => setWanted(null)}
                  onHeights={setHeights}
                  onGo={go}
                  onAdded={fresh.add}
                  counts={counted === null ? undefined : (counts ?? {})}
                  onCount={(isCounted) => setCounted(isCounted ? 'published' : null)}
                  picked={picked}
                  pick={setPicked}
                  several={several}
                  isNarrow={isPhoneShown}
                />
              </Suspense>
            </div>
            {phone}
          </div>
          <aside className="flow-pane" aria-label={t('flows.pane.label')}>
            {counted !== null && <Numbers id={draft.id} flow={flow} period={counted} onPeriod={setCounted} onGo={go} />}
            <Inspector {...shared} vars={trial.trial.state?.vars ?? null} onGo={go} />
          </aside>
        </div>
      )}
    </main>
  )
}
