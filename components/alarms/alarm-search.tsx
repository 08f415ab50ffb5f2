import { SearchField } from '#/components/ui/search-field.tsx';

type AlarmSearchProps = { search: string; onSearch: (search: string) => void };

/** Finds alarms by part of their name, external id or webhook, or by a whole id. */
export function AlarmSearch(props: AlarmSearchProps) {
  return <SearchField {...props} label="Find alarms" placeholder="Name, id or webhook" />;
}
