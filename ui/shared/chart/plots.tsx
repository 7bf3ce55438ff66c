/** The charts, in a chunk of their own: only these import the chart library. */
import {
  Area,
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  LabelList,
  Line,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { type ChartData, colorsOf, labelShifts, type Part } from './data'

type PlotProps = { data: ChartData; show(value: number): string }

/** The library expects rows with one field per series. */
const flat = ({ series, rows }: ChartData) =>
  rows.map(({ label, values }) => ({ label, ...Object.fromEntries(series.map(({ id }, at) => [id, values[at] ?? 0])) }))

const INK = { fontSize: 12, fill: 'var(--faint)' }
const axis = { tick: INK, tickLine: false, axisLine: false } as const

const scaleOf = (ticks: readonly number[]) => ({
  ticks: [...ticks],
  domain: [Math.min(...ticks), Math.max(...ticks)] as [number, number],
})

/** Grid, axes and tooltip, shared by bars and lines. */
const frame = ({ data, show }: PlotProps) => (
  <>
    <CartesianGrid vertical={false} stroke="var(--line)" />
    <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" minTickGap={12} />
    <YAxis {...axis} width="auto" allowDecimals={false} tickFormatter={show} {...(data.ticks && scaleOf(data.ticks))} />
    <Tooltip
      isAnimationActive={false}
      cursor={{ fill: 'var(--hover)', stroke: 'var(--line-control)' }}
      content={(bubble) => <Bubble {...bubble} data={data} show={show} />}
    />
  </>
)

/** With more bars the labels would overlap. */
const MOST_LABELS = 12

export function BarsPlot({ data, show }: PlotProps) {
  const { series, rows } = data
  const colors = colorsOf(series)
  return (
    <ResponsiveContainer>
      <ComposedChart
        data={flat(data)}
        margin={{ top: 20, right: 8, bottom: 0, left: 8 }}
        barGap={2}
        accessibilityLayer={false}
      >
        {frame({ data, show })}
        {series.map(({ id, name }, at) => (
          <Bar
            key={id}
            dataKey={id}
            name={name}
            fill={colors[at] ?? ''}
            maxBarSize={36}
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          >
            {series.length === 1 && rows.length <= MOST_LABELS && (
              <LabelList
                dataKey={id}
                position="top"
                className="chart-value"
                formatter={(value) => show(Number(value))}
              />
            )}
          </Bar>
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

export function LinesPlot({ data, show }: PlotProps) {
  const { series } = data
  const colors = colorsOf(series)
  const last = data.rows.length - 1
  const ends = data.rows[last]?.values ?? []
  const shifts = labelShifts(ends, Math.max(...data.rows.flatMap(({ values }) => values)))
  return (
    <ResponsiveContainer>
      <ComposedChart data={flat(data)} margin={{ top: 12, right: 48, bottom: 0, left: 8 }} accessibilityLayer={false}>
        {frame({ data, show })}
        {series[0] && (
          <Area
            dataKey={series[0].id}
            stroke="none"
            fill={colors[0] ?? ''}
            fillOpacity={0.1}
            isAnimationActive={false}
            activeDot={false}
            tooltipType="none"
          />
        )}
        {series.map(({ id, name }, at) => (
          <Line
            key={id}
            dataKey={id}
            name={name}
            stroke={colors[at] ?? ''}
            strokeWidth={2}
            isAnimationActive={false}
            dot={({ cx, cy, index }) =>
              index === last && cx != null && cy != null ? (
                <g key={id}>
                  <circle
                    cx={cx}
                    cy={cy}
                    r={4}
                    fill={colors[at] ?? ''}
                    stroke="var(--color-base-100)"
                    strokeWidth={2}
                  />
                  {shifts[at] !== undefined && (
                    <text x={cx + 8} y={cy + 4 + shifts[at]} className="chart-value">
                      {show(ends[at] ?? 0)}
                    </text>
                  )}
                </g>
              ) : (
                <g key={`${id} ${index}`} />
              )
            }
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

export function DonutPlot({ parts, show }: { parts: readonly Part[]; show(value: number): string }) {
  const colors = colorsOf(parts)
  return (
    <ResponsiveContainer>
      <PieChart accessibilityLayer={false}>
        <Pie
          data={[...parts]}
          dataKey="value"
          nameKey="name"
          innerRadius="68%"
          outerRadius="96%"
          startAngle={90}
          endAngle={-270}
          stroke="var(--color-base-100)"
          strokeWidth={2}
          isAnimationActive={false}
          rootTabIndex={-1}
        >
          {parts.map(({ id }, at) => (
            <Cell key={id} fill={colors[at] ?? ''} />
          ))}
        </Pie>
        <text x="50%" y="50%" textAnchor="middle" dominantBaseline="central" className="chart-total">
          {show(parts.reduce((sum, { value }) => sum + value, 0))}
        </text>
      </PieChart>
    </ResponsiveContainer>
  )
}

/** Text of the tooltip. */
function Bubble({ active, label, data, show }: TooltipContentProps & PlotProps) {
  const row = active ? data.rows.find((one) => one.label === label) : undefined
  if (!row) return null
  return (
    <div className="grid gap-0.5 rounded-md bg-neutral px-2 py-1.5 text-xs text-neutral-content">
      <b className="font-semibold">{row.label}</b>
      {data.series.map(({ id, name }, at) => (
        <span key={id}>
          {name} <b className="font-semibold">{show(row.values[at] ?? 0)}</b>
        </span>
      ))}
    </div>
  )
}
