import { Link } from '@tanstack/react-router'
import { Download, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { importFlow } from '../../../src/features/flows/import'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { BackLink } from '../../shared/kit/BackLink'
import { Button } from '../../shared/kit/Button'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { Popover } from '../../shared/kit/Popover'
import { QueueChip } from '../../shared/kit/QueueChip'
import { toast } from '../../shared/kit/toast'
import { saveFile } from '../../shared/saveFile'
import type { Company } from './company'
import { jsonFile, pickFile, readJson } from './flowFile'
import type { Draft } from './useDraft'
import { Versions } from './Versions'

type Props = {
  draft: Draft
  company: Company
  /** A flow was read from a file. */
  onRead(start: string): void
  /** What is wrong, and the button that publishes. */
  children: ReactNode
}

/** The flow's name and state, its versions and its file. */
export function FlowHead({ draft, company, onRead, children }: Props) {
  const t = useText()
  const { stored } = draft
  const isPublished = stored.isPublished && !draft.isChanged
  return (
    <div className="page-head">
      <BackLink to="/integrations" label={t('flows.back')} />
      <h1 className="page-title truncate">{stored.name}</h1>
      <span className={`state text-sm ml-1 ${isPublished ? 'state-ok' : 'state-wait'}`}>
        {t(isPublished ? 'flows.published' : 'flows.draft')}
      </span>
      <DraftState draft={draft} company={company} />
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
      <FileMenu draft={draft} onRead={onRead} />
      <span className="flex-1 md:hidden" />
      {children}
    </div>
  )
}

/** Published or not, saved or not, and where the flow answers. */
function DraftState({ draft, company }: Pick<Props, 'draft' | 'company'>) {
  const t = useText()
  const format = useFormat()
  const { stored } = draft
  const saved = draft.failure
    ? t('flows.notSaved')
    : draft.isChanged || draft.isSaving
      ? t('flows.saving')
      : stored.savedAt && t('flows.saved', { time: format.time(stored.savedAt) })
  const queues = company.serves(draft.id)
  const isUnused = stored.version !== null && company.known !== undefined && queues.length === 0
  return (
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
      {queues.map((queue) => (
        <span key={queue.id} className="ml-2">
          <QueueChip queue={queue} />
        </span>
      ))}
    </span>
  )
}

/** Exports and imports the flow as JSON. */
function FileMenu({ draft, onRead }: Pick<Props, 'draft' | 'onRead'>) {
  const t = useText()
  const { flow, stored } = draft
  const read = async (file: File) => {
    const found = importFlow(await readJson(file))
    if (!found) return void toast.error(t('flows.notAFlow'))
    draft.change(found.flow)
    onRead(found.flow.start)
    const count = Object.keys(found.flow.nodes).length
    if (found.skipped.length === 0) toast.success(t('flows.imported', { count }))
    else toast.warning(t('flows.importedSkipped', { count, types: found.skipped.join(', ') }), 8000)
  }
  return (
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
  )
}
