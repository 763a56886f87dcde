/** Drawings of the company marks on a field of 100 x 100: `m` is the colour of the mark, `a` the accent. */
const marks = {
  house: (m, a) =>
    `<path d="M22 50 50 27 78 50V76H22Z" fill="${m}"/><rect x="43" y="54" width="14" height="22" rx="7" fill="${a}"/>`,
  river: (m, a) =>
    `<circle cx="50" cy="34" r="11" fill="${a}"/>${[50, 61, 72].map((y) => `<path d="M22 ${y}q9.300-8 18.700 0t18.600 0 18.700 0" fill="none" stroke="${m}" stroke-width="5" stroke-linecap="round"/>`).join('')}`,
  beam: (m, a) =>
    `<path d="M28 26H72V36H56V64H72V74H28V64H44V36H28Z" fill="${m}"/><rect x="28" y="79" width="44" height="4" fill="${a}"/>`,
  lotus: (m, a) =>
    `${[-56, 56, -30, 30, 0].map((turn) => `<path d="M50 72C36 58 40 36 50 26C60 36 64 58 50 72Z" fill="${m}" opacity="${turn === 0 ? 1 : 0.62}" transform="rotate(${turn} 50 72)"/>`).join('')}<path d="M26 78q24 8 48 0" stroke="${a}" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  citrus: (m, a) =>
    `<circle cx="50" cy="54" r="26" fill="${m}"/><circle cx="50" cy="54" r="21" fill="none" stroke="#fff" stroke-width="2.500"/>${[0, 60, 120].map((turn) => `<path d="M50 33V75" stroke="#fff" stroke-width="2.500" transform="rotate(${turn} 50 54)"/>`).join('')}<path d="M50 28C54 18 66 16 72 20C68 30 58 32 50 28Z" fill="${a}"/>`,
  sun: (m, a) =>
    `<path d="M26 62a24 24 0 0 1 48 0Z" fill="${m}"/>${[-72, -36, 0, 36, 72].map((turn) => `<path d="M50 32V22" stroke="${m}" stroke-width="5" stroke-linecap="round" transform="rotate(${turn} 50 62)"/>`).join('')}<rect x="22" y="67" width="56" height="5" rx="2.500" fill="${a}"/>`,
  bolt: (m, a) => `<path d="M56 18 28 56H47L42 82 72 43H52Z" fill="${m}"/><circle cx="74" cy="72" r="5" fill="${a}"/>`,
  hexagon: (m, a) =>
    `<path d="M50 20 76 35V65L50 80 24 65V35Z" fill="none" stroke="${m}" stroke-width="6" stroke-linejoin="round"/><circle cx="50" cy="50" r="11" fill="${a}"/><path d="M50 39V22M59.500 56 74 64M40.500 56 26 64" stroke="${m}" stroke-width="4"/>`,
  weave: (m, a) =>
    [0, 1, 2]
      .map((row) =>
        [0, 1, 2]
          .map(
            (column) =>
              `<rect x="${26 + column * 17}" y="${26 + row * 17}" width="14" height="14" rx="3" fill="${(row + column) % 2 ? a : m}"/>`,
          )
          .join(''),
      )
      .join(''),
  gear: (m, a) =>
    `${[0, 45, 90, 135].map((turn) => `<rect x="43" y="20" width="14" height="60" rx="3" fill="${m}" transform="rotate(${turn} 50 50)"/>`).join('')}<circle cx="50" cy="50" r="22" fill="${m}"/><circle cx="50" cy="50" r="11" fill="${a}"/>`,
  leaf: (m, a) =>
    `<path d="M50 20 56 36 70 30 66 46 80 50 66 60 68 68 53 66V82H47V66L32 68 34 60 20 50 34 46 30 30 44 36Z" fill="${m}"/><path d="M50 40V66" stroke="${a}" stroke-width="3"/>`,
  tree: (m, a) =>
    `<path d="M50 18 70 44H61L76 64H24L39 44H30Z" fill="${m}"/><rect x="45" y="64" width="10" height="16" fill="${a}"/>`,
  grain: (m, a) =>
    `<path d="M50 82V34" stroke="${a}" stroke-width="4" stroke-linecap="round"/>${[30, 44, 58].map((y) => `<path d="M50 ${y + 12}C38 ${y + 12} 34 ${y + 4} 34 ${y - 4}C44 ${y - 4} 50 ${y + 2} 50 ${y + 12}C50 ${y + 2} 56 ${y - 4} 66 ${y - 4}C66 ${y + 4} 62 ${y + 12} 50 ${y + 12}Z" fill="${m}"/>`).join('')}<path d="M50 34C44 28 46 20 50 16C54 20 56 28 50 34Z" fill="${m}"/>`,
  avocado: (m, a) =>
    `<path d="M50 18C62 18 62 34 68 46C76 62 66 82 50 82C34 82 24 62 32 46C38 34 38 18 50 18Z" fill="${m}"/><path d="M50 28C57 28 58 40 62 49C67 61 61 74 50 74C39 74 33 61 38 49C42 40 43 28 50 28Z" fill="#e9f0b8"/><circle cx="50" cy="60" r="10" fill="${a}"/>`,
  bricks: (m, a) =>
    `<rect x="24" y="30" width="30" height="12" rx="2" fill="${m}"/><rect x="57" y="30" width="19" height="12" rx="2" fill="${a}"/><rect x="24" y="45" width="18" height="12" rx="2" fill="${a}"/><rect x="45" y="45" width="31" height="12" rx="2" fill="${m}"/><rect x="24" y="60" width="30" height="12" rx="2" fill="${m}"/><rect x="57" y="60" width="19" height="12" rx="2" fill="${m}"/>`,
  panel: (m, a) =>
    `<circle cx="68" cy="32" r="10" fill="${m}"/><path d="M34 46H74L66 76H22Z" fill="${a}"/><path d="M47 46 36 76M61 46 51 76M30 56H71M26 66H69" stroke="#0d2c54" stroke-width="2.500"/>`,
  arch: (m, a) =>
    `<path d="M24 74V52a26 26 0 0 1 52 0V74H66V52a16 16 0 0 0-32 0V74Z" fill="${m}"/><path d="M40 74V54a10 10 0 0 1 20 0V74Z" fill="${a}"/>`,
  cross: (m, a) =>
    `<path d="M42 22H58V42H78V58H58V78H42V58H22V42H42Z" fill="${m}"/><path d="M32 50H43L47 40 53 60 57 50H68" fill="none" stroke="${a}" stroke-width="3.500" stroke-linejoin="round" style="stroke:#fff"/>`,
  cotton: (m, a) =>
    `${[
      [40, 38],
      [60, 38],
      [50, 30],
      [43, 50],
      [57, 50],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="13" fill="${m}"/>`)
      .join(
        '',
      )}<path d="M50 82V62M50 70C40 70 32 64 30 56C42 54 50 60 50 70C50 60 58 54 70 56C68 64 60 70 50 70Z" fill="${a}" stroke="${a}" stroke-width="3"/>`,
  chair: (m, a) =>
    `<path d="M34 22V80M66 50V80M34 52H66" stroke="${m}" stroke-width="6" stroke-linecap="round" fill="none"/><path d="M34 22q14 4 12 30" stroke="${a}" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M34 66H66" stroke="${a}" stroke-width="4"/>`,
  box: (m, a) =>
    `<path d="M50 20 76 33V66L50 80 24 66V33Z" fill="${m}"/><path d="M50 47 76 33V66L50 80Z" fill="#000" opacity=".18"/><path d="M37 26.500 63 40V51L56 48" fill="none" stroke="${a}" stroke-width="4"/>`,
  target: (m, a) =>
    `<circle cx="50" cy="50" r="27" fill="none" stroke="${m}" stroke-width="5"/><path d="M50 14V34M50 66V86M14 50H34M66 50H86" stroke="${m}" stroke-width="5"/><circle cx="50" cy="50" r="9" fill="${a}"/>`,
  circuit: (m, a) =>
    `<rect x="36" y="36" width="28" height="28" rx="5" fill="${m}"/>${[0, 90, 180, 270].map((turn) => `<path d="M43 36V22M57 36V22" stroke="${a}" stroke-width="4" stroke-linecap="round" transform="rotate(${turn} 50 50)"/>`).join('')}<path d="M43 50 48 55 58 45" stroke="${a}" stroke-width="4" fill="none"/>`,
  rings: (m, a) =>
    `<circle cx="50" cy="50" r="28" fill="none" stroke="${m}" stroke-width="6"/><circle cx="50" cy="50" r="13" fill="${a}"/>${[0, 60, 120, 180, 240, 300].map((turn) => `<circle cx="50" cy="29.500" r="4" fill="${m}" transform="rotate(${turn} 50 50)"/>`).join('')}`,
  wheel: (m, a) =>
    `<circle cx="50" cy="50" r="27" fill="none" stroke="${m}" stroke-width="8"/>${[0, 72, 144, 216, 288].map((turn) => `<path d="M50 50V30" stroke="${a}" stroke-width="5" transform="rotate(${turn} 50 50)"/>`).join('')}<circle cx="50" cy="50" r="7" fill="${a}"/>`,
  hills: (m, a) =>
    `<circle cx="62" cy="36" r="12" fill="${a}"/><path d="M18 66Q34 40 50 60T82 58V76H18Z" fill="${m}"/><path d="M18 74Q40 58 82 72V80H18Z" fill="${m}" opacity=".55"/>`,
  sofa: (m, a) =>
    `<path d="M30 52V40a8 8 0 0 1 8-8H62a8 8 0 0 1 8 8V52" fill="${a}"/><path d="M20 50a7 7 0 0 1 14 0V56H66V50a7 7 0 0 1 14 0V68H20Z" fill="${m}"/><path d="M28 68V75M72 68V75" stroke="${m}" stroke-width="5" stroke-linecap="round"/>`,
  tiles: (m, a) =>
    `<g transform="rotate(45 50 50)"><rect x="28" y="28" width="20" height="20" fill="${m}"/><rect x="52" y="28" width="20" height="20" fill="${a}"/><rect x="28" y="52" width="20" height="20" fill="${a}" opacity=".6"/><rect x="52" y="52" width="20" height="20" fill="${m}"/></g>`,
  snowflake: (m, a) =>
    `${[0, 60, 120].map((turn) => `<path d="M50 20V80M42 26 50 34 58 26M42 74 50 66 58 74" stroke="${m}" stroke-width="5" fill="none" stroke-linecap="round" transform="rotate(${turn} 50 50)"/>`).join('')}<circle cx="50" cy="50" r="5" fill="${a}"/>`,
  bridge: (m, a) =>
    `<path d="M18 62H82" stroke="${m}" stroke-width="5"/><path d="M34 28V74M66 28V74" stroke="${m}" stroke-width="6"/><path d="M18 50Q34 36 34 30Q50 68 66 30Q66 36 82 50" fill="none" stroke="${a}" stroke-width="3.500"/>`,
  yarn: (m, a) =>
    `<circle cx="48" cy="50" r="25" fill="${m}"/><path d="M28 40Q48 30 66 42M25 50Q48 40 71 54M28 62Q46 52 66 66M38 28Q62 50 44 74" stroke="#fff" stroke-width="2.500" fill="none" opacity=".85"/><path d="M66 68Q76 78 80 70" stroke="${a}" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  sprout: (m, a) =>
    `<path d="M50 80V50" stroke="${a}" stroke-width="5" stroke-linecap="round"/><path d="M50 52C30 52 24 38 24 26C42 26 50 36 50 52Z" fill="${m}"/><path d="M50 60C66 60 74 50 76 38C60 38 50 46 50 60Z" fill="${a}"/>`,
  crane: (m, a) =>
    `<path d="M40 80V26L22 38H78M40 26 62 38" fill="none" stroke="${m}" stroke-width="5" stroke-linejoin="round"/><path d="M68 38V54" stroke="${a}" stroke-width="3.500"/><rect x="60" y="54" width="16" height="14" rx="2" fill="${a}"/><path d="M30 80H50" stroke="${m}" stroke-width="6" stroke-linecap="round"/>`,
  peaks: (m, a) =>
    `<path d="M16 74 42 30 56 52 64 42 84 74Z" fill="${m}"/><path d="M42 30 51 45 43 50 36 44 33 46Z" fill="${a}"/>`,
} satisfies Record<string, (mark: string, accent: string) => string>;

export type LogoMark = keyof typeof marks;

/** The logo of a company as SVG of 256 x 256, made to be shown in a circle. */
export function logoSvg(mark: LogoMark, [background, color, accent]: readonly [string, string, string]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 100 100">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#000" stop-opacity=".14"/>
    </linearGradient></defs>
    <rect width="100" height="100" fill="${background}"/><rect width="100" height="100" fill="url(#light)"/>
    ${marks[mark](color, accent)}
  </svg>`;
}
