import '../theme/charts.css'
import { ChartNoAxesColumn } from 'lucide-react'
import { type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { classes } from '../kit/classes'
import { EmptyState } from '../kit/EmptyState'
import { Skeleton } from '../kit/Skeleton'
import { lazyPart } from '../lazyPart'
import { type ChartData, colorsOf, hasValues, type Part, type Series, sharesOf } from './data'

/** The chart library is large: it is loaded with the first chart. */
const BarsPlot = lazyPart(() => import('./plots').then((plots) => plots.BarsPlot))
const LinesPlot = lazyPart(() => import('./plots').then((plots) => plots.LinesPlot))
const DonutPlot = lazyPart(() => import('./plots').then((plots) => plots.DonutPlot))

type Common = {
  title: string
  /** Summary sentence of the chart, read out in its place. */
  finding: string
  /** Formats a value; a number by default. */
  show?(value: number): string
  /** Head of the table's first column: what the rows are. */
  of?: string
  onSheet?: (() => void) | undefined
}

/** Grouped bars, one group per row. */
export const BarChart = (props: Common & { data: ChartData }) => <Plotted {...props} plot={BarsPlot} isLine={false} />

/** Lines over rows that are points in time, in order. */
export const LineChart = (props: Common & { data: ChartData }) => <Plotted {...props} plot={LinesPlot} isLine />

type PlottedProps = Common & { data: ChartData; plot: typeof BarsPlot; isLine: boolean }

function Plotted({ title, finding, show, of, onSheet, data, plot: Plot, isLine }: PlottedProps) {
  const t = useText()
  const { number } = useFormat()
  const text = show ?? number
  const { series, rows } = data
  return (
    <ChartFigure
      title={title}
      finding={finding}
      onSheet={onSheet}
      isEmpty={!hasValues(data)}
      legend={series.length > 1 && <Legend series={series} isLine={isLine} />}
      table={
        <ChartTable
          caption={title}
          heads={[of ?? t('kit.chart.what'), ...series.map(({ name }) => name)]}
          rows={rows.map(({ label, values }) => [label, ...values.map(text)])}
        />
      }
    >
      <Plot data={data} show={text} />
    </ChartFigure>
  )
}

/** Parts of a whole, with the total in the middle. */
export function DonutChart({ title, finding, show, of, parts }: Common & { parts: readonly Part[] }) {
  const t = useText()
  const { number, share } = useFormat()
  const text = show ?? number
  const shares = sharesOf(parts).map(share)
  const colors = colorsOf(parts)
  return (
    <ChartFigure
      title={title}
      finding={finding}
      isEmpty={parts.every(({ value }) => value === 0)}
      table={
        <ChartTable
          caption={title}
          heads={[of ?? t('kit.chart.what'), t('kit.chart.total'), t('kit.chart.share')]}
          rows={parts.map(({ name, value }, at) => [name, text(value), shares[at] ?? ''])}
        />
      }
      beside={
        <ul className="chart-parts">
          {parts.map(({ id, name, value }, at) => (
            <li key={id}>
              <i style={{ '--s': colors[at] } as CSSProperties} />
              <span className="truncate">{name}</span>
              <b>{text(value)}</b>
              <small>{shares[at]}</small>
            </li>
          ))}
        </ul>
      }
    >
      <DonutPlot parts={parts} show={text} />
    </ChartFigure>
  )
}

type FigureProps = {
  title: string
  finding: string
  isEmpty: boolean
  legend?: ReactNode
  table: ReactNode
  /** Text beside the chart. */
  beside?: ReactNode
  /** The chart sets its own height. */
  isFree?: boolean
  /** Downloads the table as a spreadsheet. */
  onSheet?: (() => void) | undefined
  /** The chart. */
  children: ReactNode
}

/** The frame of every chart: title, legend, and its data as a table one click away. */
export function ChartFigure(props: FigureProps) {
  const { title, finding, isEmpty, legend, table, beside, isFree = false, onSheet, children } = props
  const t = useText()
  const [isTable, setTable] = useState(false)
  return (
    <figure className="chart-figure">
      <figcaption>
        <b>{title}</b>
        {!isTable && !isEmpty && legend}
        {isTable && !isEmpty && onSheet && (
          <button type="button" className="chart-switch" onClick={onSheet}>
            {t('kit.chart.sheet')}
          </button>
        )}
        {!isEmpty && (
          <button type="button" className="chart-switch" onClick={() => setTable(!isTable)}>
            {isTable ? t('kit.chart.figure') : t('kit.chart.table')}
          </button>
        )}
      </figcaption>
      {isEmpty && <EmptyState icon={<ChartNoAxesColumn />} title={t('kit.chart.empty')} />}
      {!isEmpty && isTable && table}
      {!isEmpty && !isTable && (
        <div className="chart-body">
          <div className={classes('chart-plot', isFree && 'h-auto!')} role="img" aria-label={finding}>
            <Suspense fallback={<Skeleton className="h-full" />}>{children}</Suspense>
          </div>
          {beside}
        </div>
      )}
    </figure>
  )
}

function Legend({ series, isLine }: { series: readonly Series[]; isLine: boolean }) {
  const colors = colorsOf(series)
  return (
    <span className="chart-legend">
      {series.map(({ id, name }, at) => (
        <span key={id}>
          <i className={isLine ? 'key-line' : undefined} style={{ '--s': colors[at] } as CSSProperties} />
          {name}
        </span>
      ))}
    </span>
  )
}

type TableProps = { caption: string; heads: readonly string[]; rows: readonly (readonly string[])[] }

export function ChartTable({ caption, heads, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className="chart-table" tabIndex={0} aria-label={caption}>
      <table className="grid-table">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={at > 0 ? 'num' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, ...values]) => (
            <tr key={label}>
              <td className="lead">{label}</td>
              {values.map((value, at) => (
                <td key={heads[at + 1]} className="num">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
