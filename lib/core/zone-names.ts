/**
 * Names that IANA has replaced (its file `backward`) and that browsers and Node still list: ICU keeps the first name a zone
 * had. All such names of ICU 78 that are missing from `zone.tab`.
 */
const REPLACED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const formerNames = new Map(Object.entries(REPLACED).map(([former, current]) => [current, former]));

/** The IANA name in use today: `Asia/Kolkata` of `Asia/Calcutta`, `America/Los_Angeles` of `US/Pacific`. */
export function currentZoneName(timeZone: string): string {
  const canonical = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  return REPLACED[canonical] ?? canonical;
}

/** The name that a zone had before: `Asia/Calcutta` of `Asia/Kolkata`. */
export function formerZoneName(timeZone: string): string | undefined {
  return formerNames.get(timeZone);
}
