import { AUTOMATIC_TEXT_LENGTH } from '../../../../src/platform/formats'
import { LAST_PLACE, QUEUE_FILE_LIMIT, type QueueDetail } from '../../../../src/queues/contract'
import { hasFeature } from '../../../../src/tenancy/contract'
import { ColorField } from '../../../shared/form/ColorField'
import { CountField } from '../../../shared/form/CountField'
import { FileField } from '../../../shared/form/FileField'
import { FormField } from '../../../shared/form/FormField'
import { ToggleField } from '../../../shared/form/ToggleField'
import { TokenField } from '../../../shared/form/TokenField'
import type { Form } from '../../../shared/form/useForm'
import { VariablesField } from '../../../shared/form/VariablesField'
import { outOfHoursNames } from '../../../shared/form/variables'
import { useText } from '../../../shared/i18n/useText'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { useUser } from '../../../shared/session/useUser'
import { renewToken } from '../api'
import type { QueueValues } from '../values'

type Props = {
  form: Form<QueueValues, QueueValues>
  queue: QueueDetail | null
  others: readonly QueueDetail[]
  /** The token just generated. */
  token: string | undefined
  onToken(token: string): void
}

/** Name, texts and visibility of a queue. */
export function DataTab({ form, queue, others, token, onToken }: Props) {
  const t = useText()
  const hasApi = hasFeature(useUser().company.features, 'useExternalApi')
  const name = form.watch('name').trim()
  const url = queue?.mediaPath
  const stored = queue?.mediaName && url ? { name: queue.mediaName, url, size: queue.mediaSize ?? 0 } : undefined
  return (
    <section className="split-scroll">
      <div className="dialog-body grid gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4">
          <FormField
            form={form}
            name="name"
            label={t('common.field.name')}
            hint={t('queues.form.nameHint')}
            autoComplete="off"
            autoFocus
          />
          <CountField form={form} name="orderQueue" label={t('queues.form.order')} max={LAST_PLACE} />
        </div>
        <ColorField
          form={form}
          name="color"
          label={t('queues.form.color')}
          taken={new Map(others.map((other) => [other.color, other.name]))}
          preview={(color) => <QueueChip queue={{ name: name || t('queues.form.sample'), color }} />}
        />
        <VariablesField
          form={form}
          name="greetingMessage"
          label={t('queues.form.greeting')}
          max={AUTOMATIC_TEXT_LENGTH}
          optional
        />
        <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
          <VariablesField
            form={form}
            name="complationMessage"
            label={t('queues.form.completion')}
            max={AUTOMATIC_TEXT_LENGTH}
            optional
          />
          <VariablesField
            form={form}
            name="outOfHoursMessage"
            label={t('queues.form.outOfHours')}
            names={outOfHoursNames}
            hint={t('queues.form.outOfHoursHint')}
            max={AUTOMATIC_TEXT_LENGTH}
            optional
          />
        </div>
        <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
          <FileField
            form={form}
            name="file"
            label={t('queues.form.file')}
            maxBytes={QUEUE_FILE_LIMIT}
            stored={stored}
            optional
          />
          {hasApi && queue && (
            <TokenField
              name={queue.name}
              hint={t('queues.form.tokenHint')}
              hasToken={queue.hasToken}
              token={token}
              make={() => renewToken(queue.id)}
              onMade={onToken}
            />
          )}
        </div>
        <div className="switch-lines">
          <ToggleField
            form={form}
            name="isRestricted"
            label={t('queues.form.restricted')}
            hint={t('queues.form.restrictedHint')}
          />
          <ToggleField
            form={form}
            name="resetChatbotMsg"
            label={t('queues.form.repeats')}
            hint={t('queues.form.repeatsHint')}
          />
        </div>
      </div>
    </section>
  )
}
