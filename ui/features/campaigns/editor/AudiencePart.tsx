import { useQuery } from '@tanstack/react-query'
import type { DryRun } from '../../../../src/features/campaigns/contract'
import { SelectField } from '../../../shared/form/SelectField'
import { ToggleField } from '../../../shared/form/ToggleField'
import type { Form } from '../../../shared/form/useForm'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Rich } from '../../../shared/kit/Rich'
import { Segment } from '../../../shared/kit/Segment'
import { connectionsQuery, queuesQuery } from '../../directory/api'
import { listsQuery, tagsQuery } from '../api'
import { PartsBar } from '../PartsBar'
import type { DraftValues } from '../spec'
import { WorkPart } from './WorkPart'

type Props = {
  form: Form<DraftValues, DraftValues>
  values: DraftValues
  isOpen: boolean
  done: boolean
  run: DryRun | undefined
}

/** The audience in parts, and where replies go. */
export function AudiencePart({ form, values, isOpen, done, run }: Props) {
  const t = useText()
  const { number } = useFormat()
  const lists = useQuery(listsQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  const queues = useQuery(queuesQuery).data ?? []
  const channels = [...new Set((useQuery(connectionsQuery).data ?? []).map(({ channel }) => channel))]
  return (
    <WorkPart
      part="audience"
      isDone={done}
      isOpen={isOpen}
      aside={done && run && <Rich text={t('campaigns.audience.receive', { count: run.receive })} />}
    >
      <div className="grid items-start gap-4 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="field">
          <span className="text-sm font-medium">{t('campaigns.audience.from')}</span>
          <Segment
            label={t('campaigns.audience.from')}
            items={[
              { id: 'list', label: t('campaigns.audience.list') },
              { id: 'tag', label: t('common.field.tag') },
            ]}
            value={values.audience}
            onChange={(next) => form.setValue('audience', next, { shouldDirty: true })}
          />
        </div>
        {values.audience === 'list' ? (
          <SelectField
            form={form}
            name="contactListId"
            label={t('campaigns.audience.listOf')}
            none={t('campaigns.audience.choose')}
            options={lists.map(({ id, name, contactsCount }) => ({
              value: id,
              label: t('campaigns.audience.withCount', { name, number: number(contactsCount) }),
            }))}
          />
        ) : (
          <SelectField
            form={form}
            name="tagId"
            label={t('campaigns.audience.tagOf')}
            none={t('campaigns.audience.choose')}
            options={tags.map(({ id, name, ticketsCount }) => ({
              value: id,
              label: t('campaigns.audience.withCount', { name, number: number(ticketsCount) }),
            }))}
          />
        )}
        <SelectField
          form={form}
          name="queueId"
          label={t('campaigns.audience.queue')}
          none={t('campaigns.audience.usualQueue')}
          options={queues.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {(channels.length > 1 || values.channel !== null) && (
        <SelectField
          form={form}
          name="channel"
          label={t('campaigns.audience.channel')}
          none={t('campaigns.audience.anyChannel')}
          options={channels.map((value) => ({ value, label: t(`common.channel.${value}`) }))}
        />
      )}
      {done && run && <AudienceBar run={run} />}
      <ToggleField
        form={form}
        name="excludesCold"
        label={t('campaigns.audience.withoutCold')}
        hint={t('campaigns.audience.withoutColdHint')}
      />
      <ToggleField
        form={form}
        name="excludesEngaged"
        label={t('campaigns.audience.withoutEngaged')}
        hint={t('campaigns.audience.withoutEngagedHint')}
      />
    </WorkPart>
  )
}

const shapes = [
  { name: 'warm', color: 'var(--chart-1)' },
  { name: 'cold', color: 'var(--chart-2)' },
  { name: 'coldLeftOut', shape: 'part-none' },
  { name: 'engagedLeftOut', color: 'var(--chart-3)' },
  { name: 'unchecked', shape: 'part-wait' },
  { name: 'duplicates', color: 'var(--line-control)' },
  { name: 'blacklisted', color: 'var(--faint)' },
  { name: 'invalid', color: 'var(--color-error)' },
  { name: 'otherChannel', color: 'var(--faint)' },
  { name: 'windowClosed', color: 'var(--color-warning)' },
  { name: 'noAddress', color: 'var(--faint)' },
] as const

function AudienceBar({ run }: { run: DryRun }) {
  const t = useText()
  return (
    <PartsBar
      parts={shapes.map(({ name, ...look }) => ({
        ...look,
        name: t(`campaigns.audience.part.${name}`),
        count: run[name],
      }))}
    />
  )
}
