import { CheckCheck, Play, SendHorizontal, Smile } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'

const PEAKS = [2, 3, 5, 8, 11, 9, 6, 4, 3, 7, 12, 13, 10, 7, 5, 3, 2, 4, 8, 11, 12, 9, 6, 3, 2, 2, 5, 9, 12, 10, 8, 6]

/** A sample conversation with various kinds of bubbles. */
export function StageChat() {
  const t = useText()
  return (
    <div className="flex flex-col justify-end bg-chat px-4 pt-3 pb-4">
      <div className="day static! mb-auto!">{t('common.today')}</div>
      <SampleBubble from="in" time="14:27" before={<Voice />} />
      <SampleBubble from="in" time="14:28" text={t('login.stage.friday')} />
      <SampleBubble
        from="note"
        time="14:29"
        before={<b className="bubble-sign">{t('login.stage.note')} · Camila</b>}
        text={t('login.stage.room')}
      />
      <SampleBubble
        from="out"
        time="14:30"
        last={false}
        tick={<CheckCheck className="tick tick-read" />}
        text={t('login.stage.morning')}
      />
      <SampleBubble
        from="out"
        time="14:30"
        first={false}
        tick={<CheckCheck className="tick" />}
        text={t('login.stage.booked')}
      />
      <SampleBubble
        from="in"
        time="14:31"
        after={<span className="reactions">💙</span>}
        text={t('login.stage.thanks')}
      />
      <div className="composer-box mt-4 flex items-center gap-2 py-2 pl-3 pr-2 text-faint">
        <Smile />
        <span className="flex-1">{t('login.stage.message')}</span>
        <span className="btn btn-sm btn-primary btn-square">
          <SendHorizontal />
        </span>
      </div>
    </div>
  )
}

type LineProps = {
  from: 'in' | 'out' | 'note'
  time: string
  first?: boolean
  last?: boolean
  text?: string
  tick?: ReactNode
  before?: ReactNode
  after?: ReactNode
}

function SampleBubble({ from, time, first = true, last = true, text, tick, before, after }: LineProps) {
  return (
    <div
      className={classes(
        'msg',
        from === 'in' ? 'msg-in' : 'msg-out',
        from === 'note' && 'msg-note',
        first && 'msg-first',
        last && 'msg-last',
      )}
    >
      <div className="bubble">
        {before}
        <p>
          {text}{' '}
          <span className="bubble-meta">
            <time>{time}</time>
            {tick}
          </span>
        </p>
      </div>
      {after}
    </div>
  )
}

function Voice() {
  const format = useFormat()
  return (
    <div className="bubble-voice w-64!">
      <span className="btn btn-primary btn-circle btn-sm">
        <Play />
      </span>
      <Wave />
      <span className="speed">{format.number(1.5)}×</span>
    </div>
  )
}

function Wave() {
  return (
    <svg className="wave" viewBox={`0 0 ${PEAKS.length * 4} 28`} preserveAspectRatio="none" aria-hidden="true">
      {PEAKS.map((peak, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing, never reordered
          key={at}
          className={at < PEAKS.length * 0.4 ? 'on' : ''}
          x={at * 4}
          y={14 - peak}
          width="2.4"
          height={peak * 2}
          rx="1.2"
          fill="currentColor"
        />
      ))}
    </svg>
  )
}
