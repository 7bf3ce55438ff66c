import { Rich } from '../../../shared/kit/Rich'

/** Numbered instructions for the phone. */
export function Steps({ texts }: { texts: readonly string[] }) {
  return (
    <ol className="steps-list">
      {texts.map((text) => (
        <li key={text}>
          <span>
            <Rich text={text} />
          </span>
        </li>
      ))}
    </ol>
  )
}
