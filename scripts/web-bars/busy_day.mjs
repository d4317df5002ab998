// A branch with twenty people and two hundred visits tomorrow, made over the API as a salon would make it.

const PEOPLE = 20;
const VISITS_EACH = 10;
const FIRST = ["Ananya", "Binita", "Chitra", "Deepa", "Esha", "Farida", "Geeta", "Harish", "Imran", "Jaya"];
const LAST = ["Rao", "Kulkarni", "Shaikh", "Menon", "Pillai", "Das", "Bhat", "Nair", "Verma", "Iyer", "Gupta"];

/** @returns {(method: string, path: string, body?: object) => Promise<any>} the `data` of the answer */
export function apiAs(salon, email, role) {
  const cookie = salon.command("session", "create", "--email", email, "--name", "Bars", "--role", role).trim();
  return async (method, path, body) => {
    const headers = { cookie, ...(body && { "content-type": "application/json" }) };
    const response = await fetch(salon.admin + path, { method, headers, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
}

/** The date in India, so many days from today. */
export const indianDate = (days) => new Date(Date.now() + (330 + days * 1440) * 60_000).toISOString().slice(0, 10);

const clock = (minutes) => [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** @returns {Promise<{ branch: string, day: string, staff: string[], bookings: { id: string, bookingNumber: string }[] }>} */
export async function fillBusyDay(api) {
  const day = indianDate(1);
  const { branch } = await api("POST", "/api/branches", { name: "Bars", code: "BAR", address: "1 Long Road, Pune", opensAt: "09:00", closesAt: "22:00" });
  const { categories } = await api("GET", "/api/desk/services");
  const services = categories.filter((group) => group.serviceType === "salon").flatMap((group) => group.services)
    .filter((service) => service.durationMinutes <= 45);
  const { customers } = await api("GET", "/api/customers?sort=name&pageSize=100");
  customers.push(...(await api("GET", "/api/customers?sort=name&pageSize=100&page=2")).customers);
  const staff = [], bookings = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    const name = `${FIRST[person % 10]} ${LAST[(person * 3) % 11]}`;
    const { user } = await api("POST", "/api/users", { email: `bars-${person}@demo.invalid`, name, role: "staff" });
    const made = await api("POST", "/api/staff", { branchId: branch.id, displayName: name, serviceTypes: ["salon"], userId: user.id });
    staff.push(made.staff.id);
    const shifts = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startTime: "10:00", endTime: "21:30" }));
    await api("PUT", `/api/schedule/${made.staff.id}`, { shifts });
    for (let visit = 0; visit < VISITS_EACH; visit += 1) {
      const number = person * VISITS_EACH + visit;
      const booking = await api("POST", "/api/bookings", {
        branchId: branch.id, customerId: customers[number].id, bookingDate: day, staffId: made.staff.id, serviceType: "salon",
        serviceIds: [services[number % services.length].id], startTime: clock(600 + visit * 65 + (person % 3) * 5),
      });
      bookings.push(booking);
    }
  }
  return { branch: branch.id, day, staff, bookings };
}
