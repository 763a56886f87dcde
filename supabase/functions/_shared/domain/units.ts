import {
  METRE_OR_MILLION,
  METRE_OR_TON,
  MILLIMETRE_OR_MILLION,
  normalized,
  UNPLAIN_UNIT,
  type Unread,
} from './numbers.ts';

/** The dimension of a unit: units of one dimension can be converted. An unknown unit, such as "room", is its own dimension. */
export type Unit = {
  dimension: string;
  /** Its size in the base unit of the dimension: kg, m, m², l, piece, or the word itself. */
  size: number;
  /** The label: "kg", "dozen", "40 ft container". */
  label: string;
};

type Spelling = readonly [dimension: string, size: number, label: string, spellings: string];

/**
 * Known units with their English and Vietnamese spellings, in lower case and without full stops. A ton is metric and a
 * gallon US, as in trade, unless the text says otherwise.
 */
const KNOWN: readonly Spelling[] = [
  ['mass', 1e-6, 'mg', 'mg|milligram|milligrams'],
  ['mass', 1e-3, 'g', 'g|gr|gm|gms|gram|grams|gramme|grammes|gam'],
  ['mass', 1, 'kg', 'kg|kgs|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes|ký|kí|cân|ki-lô|kí lô|ki lô'],
  ['mass', 10, 'yến', 'yến'],
  ['mass', 100, 'quintal', 'quintal|quintals|tạ'],
  ['mass', 1000, 't', 't|ton|tons|tonne|tonnes|mt|m/t|metric ton|metric tons|metric tonne|metric tonnes|tấn|tan'],
  ['mass', 907.184_74, 'short ton', 'short ton|short tons|us ton|us tons'],
  ['mass', 1016.046_908_8, 'long ton', 'long ton|long tons'],
  ['mass', 0.453_592_37, 'lb', 'lb|lbs|pound|pounds'],
  ['mass', 0.028_349_523_125, 'oz', 'oz|ounce|ounces'],
  ['length', 1e-3, 'mm', 'mm|millimeter|millimeters|millimetre|millimetres|milimét'],
  ['length', 1e-2, 'cm', 'cm|centimeter|centimeters|centimetre|centimetres|xentimét'],
  [
    'length',
    1,
    'm',
    'm|mtr|mtrs|meter|meters|metre|metres|running meter|running metre|linear meter|linear metre|lm|rm|mét|met|md|mét dài|mét tới',
  ],
  ['length', 1000, 'km', 'km|kms|kilometer|kilometers|kilometre|kilometres|kilômét|cây số'],
  ['length', 0.0254, 'in', 'in|inch|inches'],
  ['length', 0.3048, 'ft', 'ft|foot|feet'],
  ['length', 0.9144, 'yd', 'yd|yds|yard|yards'],
  ['length', 1609.344, 'mile', 'mi|mile|miles'],
  ['area', 1e-4, 'cm²', 'cm2|sq cm|sqcm|square centimeter|square centimeters|square centimetre|square centimetres'],
  [
    'area',
    1,
    'm²',
    'm2|sqm|sq m|sq mtr|sq meter|sq meters|sq metre|sq metres|square meter|square meters|square metre|square metres|mét vuông|m vuông',
  ],
  ['area', 10_000, 'ha', 'ha|hectare|hectares|hecta|héc-ta'],
  ['area', 1e6, 'km²', 'km2|sq km|sqkm|square kilometer|square kilometers|square kilometre|square kilometres'],
  ['area', 0.092_903_04, 'ft²', 'ft2|sqft|sq ft|square foot|square feet'],
  ['area', 0.836_127_36, 'yd²', 'yd2|sqyd|sq yd|sq yds|square yard|square yards'],
  ['area', 4046.856_422_4, 'acre', 'acre|acres'],
  ['volume', 1e-3, 'ml', 'ml|milliliter|milliliters|millilitre|millilitres|cc'],
  ['volume', 1e-2, 'cl', 'cl|centiliter|centiliters|centilitre|centilitres'],
  ['volume', 1, 'l', 'l|lt|ltr|ltrs|liter|liters|litre|litres|lít|lit'],
  ['volume', 100, 'hl', 'hl|hectoliter|hectoliters|hectolitre|hectolitres'],
  ['volume', 1000, 'm³', 'm3|cbm|cubic meter|cubic meters|cubic metre|cubic metres|khối|mét khối|m khối'],
  ['volume', 28.316_846_592, 'ft³', 'ft3|cft|cu ft|cubic foot|cubic feet'],
  ['volume', 3.785_411_784, 'gal', 'gal|gals|gallon|gallons|us gallon|us gallons'],
  ['volume', 4.546_09, 'imperial gallon', 'imperial gallon|imperial gallons|uk gallon|uk gallons'],
  [
    'count',
    1,
    'piece',
    'piece|pieces|pc|pcs|pce|pces|pc(s)|piece(s)|unit|units|item|items|product|products|ea|each|no|nos|cái|chiếc|sản phẩm|sp|đơn vị',
  ],
  ['count', 12, 'dozen', 'dozen|dozens|doz|dz|tá|lố'],
  ['count', 144, 'gross', 'gross'],
  ['count', 100, '100 pieces', 'hundred|trăm'],
  ['count', 1000, '1,000 pieces', 'thousand|nghìn|ngàn'],
  ['count', 1e6, '1,000,000 pieces', 'million|triệu'],
  // Words without a fixed size that have several spellings or translations.
  ['pair', 1, 'pair', 'pr|prs|đôi|cặp'],
  ['set', 1, 'set', 'bộ'],
  ['box', 1, 'box', 'hộp'],
  ['carton', 1, 'carton', 'ctn|ctns|thùng'],
  ['bag', 1, 'bag', 'bao|túi'],
  ['bale', 1, 'bale', 'kiện'],
  ['roll', 1, 'roll', 'cuộn'],
  ['bottle', 1, 'bottle', 'chai'],
  ['can', 1, 'can', 'lon'],
  ['pack', 1, 'pack', 'pk|pks|pkt|gói'],
  ['lot', 1, 'lot', 'lô'],
  ['sheet', 1, 'sheet', 'tờ|tấm'],
  ['copy', 1, 'copy', 'cuốn|quyển|bản'],
  ['room', 1, 'room', 'phòng'],
  ['project', 1, 'project', 'dự án'],
  ['hour', 1, 'hour', 'h|hr|hrs|giờ'],
  ['day', 1, 'day', 'ngày'],
  ['week', 1, 'week', 'wk|wks|tuần'],
  ['month', 1, 'month', 'mth|mths|tháng'],
  ['year', 1, 'year', 'yr|yrs|năm'],
  ['20 ft container', 1, '20 ft container', 'teu|teus'],
  ['40 ft container', 1, '40 ft container', 'feu|feus'],
  ['container', 1, 'container', 'cont|conts|fcl'],
];

const UNITS: ReadonlyMap<string, Unit> = new Map(
  KNOWN.flatMap(([dimension, size, label, spellings]) =>
    spellings.split('|').map((spelling) => [spelling, { dimension, size, label }] as const),
  ),
);

/** The unit of a bare count. */
export const PIECE: Unit = { dimension: 'count', size: 1, label: 'piece' };

/** "40ft", "40' HC", "container 40 ft": a container by its length. */
const CONTAINER =
  /^(cont(?:ainer)?s?\s*(?:of\s*)?)?(20|40|45)(?:\s*(ft|feet|foot|'|’))?(?:[\s-]*(hc|hq|high cube|gp|dc|dv|rf|reefer|ot|fr))?[\s-]*(fcl|cont(?:ainer)?s?)?$/;

function containerOf(text: string): Unit | null {
  const [, before, feet, unit, kind = '', behind] = CONTAINER.exec(text) ?? [];
  // A bare number does not name a container.
  if (feet === undefined || !(before || unit || kind || behind)) return null;
  // A high cube holds more than a standard container, and a reefer costs more.
  const kindLabel = { hc: ' high cube', hq: ' high cube', 'high cube': ' high cube', rf: ' reefer', reefer: ' reefer' }[
    kind
  ];
  const label = `${feet} ft${kindLabel ?? ''} container`;
  return { dimension: label, size: 1, label };
}

/** The singular of an English word, as far as trade words need it: "boxes", "copies", "trays". */
function singularOfWord(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** The label of a unit in the singular: "paper bags" is "paper bag". */
function singular(label: string): string {
  const words = label.split(' ');
  return [...words.slice(0, -1), singularOfWord(words.at(-1) ?? '')].join(' ');
}

/** Units of measurement, whose labels have no plural. */
const MEASURES: readonly string[] = ['mass', 'length', 'area', 'volume'];

/** The plural label of a unit: "kg", "dozen", "pieces", "boxes", "kWh". */
export function pluralOf({ dimension, size, label }: Unit): string {
  if (dimension === 'count') return size === 1 ? `${label}s` : label;
  // Words in other scripts, and symbols such as kWh, are unchanged.
  if (MEASURES.includes(dimension) || !/^[a-z0-9 ]*[a-z]$/.test(label)) return label;
  const plural = /[^aeiou]y$/.test(label)
    ? label.replace(/y$/, 'ies')
    : `${label}${/(?:x|ch|sh|s)$/.test(label) ? 'es' : 's'}`;
  // A word keeps its form if its plural would not parse back to it.
  return singular(plural) === label ? plural : label;
}

const lookedUp = (text: string) => normalized(text).toLowerCase().replaceAll('.', ' ').replace(/\s+/g, ' ').trim();

/** Words that can follow a unit without changing its size. */
const REMARK = /\s+(?:net|nett|netto|each|only|of\s[\p{L}\s-]+)$/iu;
/** "A set of four" differs from a set. */
const NUMBER_WORD = /\sof\s+(?:two|three|four|five|six|seven|eight|nine|ten|twelve|a dozen|dozen|hundred)(?!\p{L})/iu;

/** Ambiguous units. Case matters for "M", which means million as often as metre; "M/T" is a ton, "M2" an area. */
const TWO_UNITS: readonly (readonly [pattern: RegExp, unread: Unread])[] = [
  [/^M(?![\p{L}\d]|\/T)/u, METRE_OR_MILLION],
  [/^MM(?![\p{L}\d])/u, MILLIMETRE_OR_MILLION],
  [/^mts(?![\p{L}\d])/iu, METRE_OR_TON],
];

/** The known unit for a complete text, or null: "kg", "Sq. m", "40' HC", "dozen". */
function knownUnit(text: string): Unit | null {
  const word = lookedUp(text);
  return UNITS.get(word) ?? containerOf(word);
}

const isMeasured = (word: string): boolean => {
  const dimension = UNITS.get(word)?.dimension ?? '';
  return MEASURES.includes(dimension) || dimension === 'count';
};

/** Multipliers before a unit: "dozen pairs", "thousand pcs". */
const COUNTS: ReadonlyMap<string, number> = new Map(
  KNOWN.flatMap(([dimension, size, , spellings]) =>
    dimension === 'count' && size > 1 ? spellings.split('|').map((spelling) => [spelling, size] as const) : [],
  ),
);

/** A unit and its multiplier: 12 pairs in "dozen pairs". */
export type CountedUnit = { count: number; unit: Unit };

/**
 * Parses a unit, completely or not at all: a known unit, an unknown word as its own dimension ("room", "cold room",
 * "user per month"), or a unit with a count in front. Words after a measure change its meaning ("2 ton trucks", "m
 * pcs"), so such a text is not read.
 */
export function readUnit(text: string): CountedUnit | Unread {
  const given = normalized(text);
  const plain = NUMBER_WORD.test(given) ? given : given.replace(REMARK, '');
  const twice = TWO_UNITS.find(([pattern]) => pattern.test(plain));
  if (twice) return twice[1];
  const whole = knownUnit(given) ?? knownUnit(plain);
  if (whole) return { count: 1, unit: whole };
  const [first = '', ...others] = lookedUp(plain).split(' ');
  const count = COUNTS.get(first);
  if (count !== undefined && others.length > 0) {
    const of = readUnit(others.join(' ').replace(/^of /, ''));
    // "Gross kg" is not a multiple of kilograms.
    const isCounted = 'unit' in of && of.count === 1 && !(MEASURES.includes(of.unit.dimension) && count % 10 !== 0);
    return isCounted ? { count, unit: of.unit } : UNPLAIN_UNIT;
  }
  if (/[\d+]/.test(plain) || NUMBER_WORD.test(plain)) return UNPLAIN_UNIT;
  // "100 cái áo": the noun after the counter.
  if (UNITS.get(first)?.label === PIECE.label && others.every((word) => !UNITS.has(word))) {
    return { count: 1, unit: PIECE };
  }
  const unit = unitOf(plain);
  return unit && !hasMeasureAmongWords(plain) && !hasMeasureAmongWords(unit.label) ? { count: 1, unit } : UNPLAIN_UNIT;
}

/** Whether one of several words is a measure; "per" can have one on each side: "kg per month". */
const hasMeasureAmongWords = (text: string): boolean =>
  lookedUp(text)
    .split(/\s*\/\s*|\s+per\s+/)
    .map((part) => part.split(' '))
    .some((words) => words.length > 1 && words.some(isMeasured));

/**
 * Any unit: a known one, else the word itself in the singular, as its own dimension. Null for a text that does not begin
 * with a letter and end with a letter or digit: its signs could belong to the number.
 */
function unitOf(text: string): Unit | null {
  const label = singular(text);
  const isWord = /^\p{L}(?:.*[\p{L}\p{N})])?$/u.test(label);
  return knownUnit(label) ?? (isWord ? { dimension: lookedUp(label), size: 1, label } : null);
}

/** The unit of a text that says nothing else: null for "kg net", "pieces of oak" and "dozen pairs". */
export function readBareUnit(text: string): Unit | null {
  const read = readUnit(text);
  if ('unread' in read || read.count !== 1) return null;
  return knownUnit(text) || lookedUp(singular(text)) === lookedUp(read.unit.label) ? read.unit : null;
}

/** Converts an amount between units; null if their dimensions differ. */
export function convertUnit(value: number, from: Unit, to: Unit): number | null {
  if (from.dimension !== to.dimension) return null;
  return from.size === to.size ? value : (value * from.size) / to.size;
}
