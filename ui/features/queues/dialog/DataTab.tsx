import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { AUTOMATIC_TEXT_LENGTH } from '../../../../src/platform/formats'
import { LAST_PLACE, QUEUE_FILE_LIMIT, type QueueDetail } from '../../../../src/queues/contract'
import { ColorField } from '../../../shared/form/ColorField'
import { CountField } from '../../../shared/form/CountField'
import { FieldGroup } from '../../../shared/form/FieldGroup'
import { FileField } from '../../../shared/form/FileField'
import { FormField } from '../../../shared/form/FormField'
import { ToggleField } from '../../../shared/form/ToggleField'
import type { Form } from '../../../shared/form/useForm'
import { VariablesField } from '../../../shared/form/VariablesField'
import { outOfHoursNames } from '../../../shared/form/variables'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { toast } from '../../../shared/kit/toast'
import { renewToken } from '../api'
import type { QueueValues } from '../values'

type Props = {
  form: Form<QueueValues, QueueValues>
  queue: QueueDetail | null
  others: readonly QueueDetail[]
}

/** What a queue is called, what it says, and who may read in it. */
export function DataTab({ form, queue, others }: Props) {
  const t = useText()
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
            label={t('queues.form.name')}
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
          {queue && <Token queue={queue} />}
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

/** Made and renewed at once, and shown only then. */
function Token({ queue: { id, hasToken } }: { queue: QueueDetail }) {
  const t = useText()
  const [token, setToken] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      setToken((await renewToken(id)).token)
    } catch (failure) {
      toast.failure(failure)
    }
    setBusy(false)
  }
  const has = hasToken || token !== null
  return (
    <FieldGroup label={t('queues.form.token.label')} hint={token ? t('queues.form.token.once') : undefined}>
      <div className="file-chip p-2!">
        <span className="thumb">
          <KeyRound />
        </span>
        {token ? (
          <code className="min-w-0 flex-1 select-all break-all text-xs">{token}</code>
        ) : (
          <span className="min-w-0 flex-1">{has ? t('queues.form.token.stored') : t('queues.form.token.none')}</span>
        )}
        <Button size="sm" tone="ghost" busy={busy} onClick={() => void make()}>
          {has ? t('queues.form.token.renew') : t('queues.form.token.make')}
        </Button>
      </div>
    </FieldGroup>
  )
}
