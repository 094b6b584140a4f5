/** A client tool: the agent calls it, this application carries it out, by drawing a chart. */
import type { ReactNode } from "react";
import type { ChartData } from "./chart-data.js";

const [BAR, GAP, HEIGHT, TOP, BELOW] = [44, 20, 120, 18, 22];

export function Chart({ title, bars }: ChartData): ReactNode {
  const most = bars.reduce((highest, { value }) => Math.max(highest, value), 1);
  const width = bars.length * (BAR + GAP) + GAP;
  const words = bars.map(({ label, value }) => `${label} ${value}`).join(", ");
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${TOP + HEIGHT + BELOW}`} role="img" aria-label={`Bar chart: ${words}`}>
        <line x1="0" x2={width} y1={TOP + HEIGHT} y2={TOP + HEIGHT} />
        {bars.map(({ label, value }, index) => {
          const height = (value / most) * HEIGHT;
          const x = GAP + index * (BAR + GAP);
          return (
            // Labels may be the same, and bars never change
            <g key={index}>
              <rect x={x} y={TOP + HEIGHT - height} width={BAR} height={height} rx="5" />
              <text x={x + BAR / 2} y={TOP + HEIGHT - height - 6}>
                {value}
              </text>
              <text x={x + BAR / 2} y={TOP + HEIGHT + 16}>
                {label}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
