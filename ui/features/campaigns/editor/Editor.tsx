import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, CircleStop, Copy, SendHorizontal, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { capabilitiesOf } from '../../../../src/channels/capabilities'
import { type Campaign, CreateCampaign, STATUS } from '../../../../src/features/campaigns/contract'
import { errorText } from '../../../shared/errorText'
import { useIsFilled } from '../../../shared/form/TemplateField'
import { useForm } from '../../../shared/form/useForm'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { BackLink } from '../../../shared/kit/BackLink'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { useNow } from '../../../shared/kit/useNow'
import { useUser } from '../../../shared/session/useUser'
import { usePageTitle } from '../../../shared/usePageTitle'
import { connectionsQuery } from '../../directory/api'
import { StatusWord } from '../CampaignState'
import { type DraftValues, mayEdit, mayStop, partsDone, valuesOf } from '../spec'
import { useCampaignActions } from '../useCampaignActions'
import { AudiencePart } from './AudiencePart'
import { BeginDialog } from './BeginDialog'
import { DryRun, useDryRun } from './DryRun'
import { MessagePart } from './MessagePart'
import { RateLimitPart } from './RateLimitPart'
import { TestDialog } from './TestDialog'
import { useDraft } from './useDraft'
import { WhenPart } from './WhenPart'
import { PartsLine } from './WorkPart'

const { scheduledAt: _, draft: __, ...fields } = CreateCampaign.entries
/** The contract's own rules where the form has the same values; the server validates the rest. */
const DraftSchema = v.object({
  ...fields,
  audience: v.picklist(['list', 'tag']),
  when: v.picklist(['now', 'later']),
  startsAt: v.nullable(v.string()),
}) as unknown as v.GenericSchema<DraftValues, DraftValues> // field by field the same

type Props = {
  campaign: Campaign | null
  /** Default of a new campaign, until another is chosen. */
  connectionId?: number | null
  onMade(id: number): void
}

/** One page of four numbered parts, with the dry run beside them. */
export function Editor({ campaign: opened, connectionId = null, onMade }: Props) {
  const t = useText()
  const { time } = useFormat()
  const { timeZone } = useUser().company
  const now = useNow(30_000)
  const [before] = useState(() => valuesOf(opened, timeZone, connectionId))
  const form = useForm(DraftSchema, before)
  const values = useWatch({ control: form.control }) as DraftValues // every field has a value from the start
  const [isOpen, setOpen] = useState(() => opened === null || mayEdit(opened, timeZone, Date.now()))
  const draft = useDraft(form, values, opened, { isOpen, onMade })
  const { stored } = draft
  const [asked, setAsked] = useState<'test' | 'begin' | null>(null)
  const acts = useCampaignActions()
  const mayStill = stored === null || mayEdit(stored, timeZone, now)
  if (isOpen && !mayStill) setOpen(false)
  else if (!isOpen && mayStill) setOpen(true)

  const connection = useQuery(connectionsQuery).data?.find(({ id }) => id === values.whatsappId)
  const hasTemplates = connection !== undefined && capabilitiesOf(connection.channel).templates
  const isFilled = useIsFilled(hasTemplates ? connection.id : null, values.template)
  const done = partsDone(values, now, isFilled)
  const dryRun = useDryRun(draft, done, isOpen)
  const isPlanned = values.when === 'later'
  // It resumes where it was: audience and start are fixed.
  const isBegun = Boolean(stored?.startedAt)
  const title = values.name.trim() || t('campaigns.editor.new')
  usePageTitle(title)
  const state = draft.isNameless
    ? t('campaigns.editor.nameless')
    : draft.isSaving
      ? t('campaigns.editor.saving')
      : draft.savedAt && t('campaigns.editor.saved', { time: time(draft.savedAt) })

  return (
    <main className="main page">
      <div className="page-head">
        <BackLink to="/campaigns" label={t('campaigns.editor.back')} />
        <h1 className="page-title truncate">{title}</h1>
        {stored && stored.status !== STATUS.draft && (
          <span className="not-phone ml-1 text-sm">
            <StatusWord status={stored.status} />
          </span>
        )}
        <span className="page-count not-phone" role="status">
          {isOpen ? state : t('campaigns.editor.locked')}
        </span>
        <span className="flex-1" />
        {isOpen ? (
          <>
            <Button
              tone="ghost"
              className="not-phone"
              disabled={draft.isNameless || !draft.isChanged}
              onClick={() => void draft.save().catch(() => undefined)}
            >
              {t('campaigns.editor.save')}
            </Button>
            <Button
              className="not-phone"
              icon={<SendHorizontal />}
              disabled={draft.isNameless || !done.message || !done.pace}
              onClick={() => setAsked('test')}
            >
              {t('campaigns.test.send')}
            </Button>
            <Button tone="primary" className="ml-1" onClick={() => setAsked('begin')}>
              {t(isBegun ? 'campaigns.restart.confirm' : isPlanned ? 'campaigns.begin.plan' : 'campaigns.begin.start')}
            </Button>
          </>
        ) : (
          stored && (
            <>
              <Button icon={<Copy />} className="not-phone" onClick={() => void acts.copy(stored)}>
                {t('common.act.copy')}
              </Button>
              {mayStop(stored) && (
                <Button className="text-error-ink" icon={<CircleStop />} onClick={() => acts.stop(stored)}>
                  {t('campaigns.stop.confirm')}
                </Button>
              )}
              <Link
                to="/campaign/$campaignId/report"
                params={{ campaignId: String(stored.id) }}
                className={buttonClass('primary')}
              >
                <ChartNoAxesColumn />
                {t('campaigns.report.title')}
              </Link>
            </>
          )
        )}
      </div>
      <div className="work">
        <PartsLine done={done} />
        <div className="col-1 overflow-y-auto min-h-0 max-lg:overflow-visible">
          {draft.failure !== null && <ErrorNote className="m-4">{errorText(t, draft.failure)}</ErrorNote>}
          <MessagePart
            form={form}
            values={values}
            draft={draft}
            stored={stored}
            isOpen={isOpen}
            done={done.message}
            templatesOf={hasTemplates ? connection.id : null}
          />
          <AudiencePart form={form} values={values} isOpen={isOpen && !isBegun} done={done.audience} run={dryRun.run} />
          <RateLimitPart form={form} isOpen={isOpen} done={done.pace} />
          {!isBegun && (
            <WhenPart form={form} values={values} stored={stored} isOpen={isOpen} done={done.when} run={dryRun.run} />
          )}
        </div>
        {isOpen && (
          <aside
            className="work-side col-2 row-[1/3] border-l border-line bg-base-200 overflow-y-auto min-h-0 max-lg:border-l-0 max-lg:border-t max-lg:border-t-line"
            id="dry-run"
            aria-label={t('campaigns.dryRun.title')}
          >
            <DryRun
              dryRun={dryRun}
              onWithoutCold={() => form.setValue('excludesCold', true, { shouldDirty: true })}
              onEngaged={(excludes) => form.setValue('excludesEngaged', excludes, { shouldDirty: true })}
            />
          </aside>
        )}
      </div>
      {isOpen && <PhoneFoot dryRun={dryRun} onTest={done.message && done.pace ? () => setAsked('test') : undefined} />}
      {asked === 'test' && draft.id !== null && (
        <TestDialog draft={draft} id={draft.id} values={values} onClose={() => setAsked(null)} />
      )}
      {asked === 'begin' && (
        <BeginDialog form={form} draft={draft} stored={stored} done={done} onClose={() => setAsked(null)} />
      )}
      {acts.dialog}
    </main>
  )
}

type FootProps = { dryRun: ReturnType<typeof useDryRun>; onTest: (() => void) | undefined }

/** On phones, where the dry run is below everything. */
function PhoneFoot({ dryRun: { run }, onTest }: FootProps) {
  const t = useText()
  const { number } = useFormat()
  return (
    <div className="sticky-foot">
      <TriangleAlert className={run && run.risk.level !== 'low' ? 'text-warning-ink' : 'text-faint'} />
      <span className="two mr-auto">
        <b className="font-semibold">{run ? t(`campaigns.level.${run.risk.level}`) : t('campaigns.dryRun.none')}</b>
        {run && <small>{t('campaigns.dryRun.receiveShort', { number: number(run.receive) })}</small>}
      </span>
      {onTest && (
        <Button size="sm" onClick={onTest}>
          {t('campaigns.test.send')}
        </Button>
      )}
      <Button size="sm" onClick={() => document.getElementById('dry-run')?.scrollIntoView()}>
        {t('campaigns.dryRun.show')}
      </Button>
    </div>
  )
}
