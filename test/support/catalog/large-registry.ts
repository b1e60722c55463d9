/**
 * A registry of 2,000 tools as companies have them: forty services, in each ten sorts of things that can be listed, read, made, changed and deleted.
 * Descriptions are in the words of the services, those of requests in the words of people (`searchRequests`).
 */
import { type CatalogSnapshot, catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import type { JsonObject } from "../../../src/json/json.ts";

interface Service {
  readonly name: string;
  readonly title: string;
  readonly things: readonly string[];
}

const service = (name: string, title: string, things: string): Service => ({ name, title, things: things.split(" ") });

/** Names of things are singular, with an underscore between words. */
const services: readonly Service[] = [
  service("github", "GitHub", "issue pull_request repository branch commit release workflow_run label milestone gist"),
  service(
    "gitlab",
    "GitLab",
    "merge_request pipeline project runner snippet epic board deploy_key environment wiki_page",
  ),
  service(
    "slack",
    "Slack",
    "message channel reaction reminder user_group file bookmark scheduled_message canvas workspace_member",
  ),
  service(
    "gmail",
    "Gmail",
    "email thread draft mail_label mail_filter attachment signature vacation_reply forwarding_address contact_group",
  ),
  service(
    "calendar",
    "Google Calendar",
    "event attendee meeting_room calendar availability recurring_event working_hours event_color conference_link holiday",
  ),
  service(
    "drive",
    "Google Drive",
    "document folder permission comment revision shared_drive shortcut spreadsheet presentation export",
  ),
  service("jira", "Jira", "ticket sprint story subtask worklog component issue_link dashboard screen board_filter"),
  service("linear", "Linear", "task cycle roadmap initiative triage_item view estimate project_update template team"),
  service(
    "notion",
    "Notion",
    "page database block workspace_user database_row property synced_block page_comment embed wiki",
  ),
  service(
    "asana",
    "Asana",
    "todo section portfolio goal status_update custom_field dependency tag time_entry project_brief",
  ),
  service("stripe", "Stripe", "payment refund invoice customer subscription coupon dispute payout price tax_rate"),
  service(
    "paypal",
    "PayPal",
    "order capture payout_batch webhook_event billing_plan balance transaction dispute_case payer merchant",
  ),
  service(
    "quickbooks",
    "QuickBooks",
    "bill estimate_document vendor journal_entry account purchase_order expense payroll_run tax_form bank_deposit",
  ),
  service(
    "shopify",
    "Shopify",
    "product collection cart fulfillment inventory_level discount customer_order gift_card variant storefront_theme",
  ),
  service(
    "salesforce",
    "Salesforce",
    "lead opportunity account_record campaign case contact_record report quote contract territory",
  ),
  service(
    "hubspot",
    "HubSpot",
    "deal company crm_contact form marketing_email landing_page call_log note sequence pipeline_stage",
  ),
  service(
    "zendesk",
    "Zendesk",
    "support_ticket macro trigger satisfaction_rating help_article organization view_rule sla_policy agent_status side_conversation",
  ),
  service(
    "intercom",
    "Intercom",
    "conversation visitor tour segment canned_reply bot news_item data_event subscription_type admin",
  ),
  service(
    "twilio",
    "Twilio",
    "sms phone_call phone_number voicemail recording messaging_service verification call_queue sip_trunk short_code",
  ),
  service(
    "sendgrid",
    "SendGrid",
    "mail_send mail_template suppression bounce sender_identity ip_pool mailing_list campaign_mail click_statistic unsubscribe_group",
  ),
  service(
    "s3",
    "Amazon S3",
    "bucket object lifecycle_rule multipart_upload bucket_policy access_point replication object_tag inventory_report presigned_url",
  ),
  service(
    "ec2",
    "Amazon EC2",
    "instance volume security_group snapshot_image key_pair elastic_address placement_group launch_template spot_request network_interface",
  ),
  service(
    "cloudflare",
    "Cloudflare",
    "dns_record zone worker_script firewall_rule cache_purge certificate page_rule tunnel load_balancer access_policy",
  ),
  service(
    "kubernetes",
    "Kubernetes",
    "pod deployment node namespace config_map secret cron_job ingress stateful_set persistent_claim",
  ),
  service(
    "datadog",
    "Datadog",
    "monitor metric log_query service_level incident synthetic_test downtime notebook host_map trace",
  ),
  service(
    "pagerduty",
    "PagerDuty",
    "alert on_call_schedule escalation_policy responder postmortem maintenance_window service_owner incident_note status_page event_rule",
  ),
  service(
    "sentry",
    "Sentry",
    "error_group stack_trace release_health source_map alert_rule project_key user_feedback performance_span replay crash_report",
  ),
  service(
    "postgres",
    "PostgreSQL",
    "table index query_plan role schema_migration view_definition extension backup replication_slot stored_function",
  ),
  service(
    "bigquery",
    "BigQuery",
    "dataset query_job table_schema scheduled_query routine row_policy slot_reservation export_job model materialized_view",
  ),
  service(
    "snowflake",
    "Snowflake",
    "warehouse stage pipe stream_object share masking_policy resource_monitor task_graph clone time_travel_query",
  ),
  service(
    "figma",
    "Figma",
    "design_file frame component_set style variable prototype_link file_comment design_version library_team dev_resource",
  ),
  service(
    "dropbox",
    "Dropbox",
    "shared_link paper_doc file_request team_folder file_lock upload_session file_version sync_rule member_quota watermark",
  ),
  service(
    "zoom",
    "Zoom",
    "video_meeting webinar cloud_recording transcript breakout_room meeting_poll registrant whiteboard zoom_phone waiting_room",
  ),
  service(
    "spotify",
    "Spotify",
    "playlist track album artist playback_queue podcast_episode saved_show listening_device audio_feature genre_seed",
  ),
  service(
    "weather",
    "Weather Bureau",
    "forecast current_condition severe_warning air_quality tide_table historical_climate radar_tile pollen_count uv_index station",
  ),
  service(
    "maps",
    "Maps",
    "route place geocode traffic_state elevation street_view timezone_lookup distance_matrix isochrone saved_place",
  ),
  service(
    "travel",
    "Travel Desk",
    "flight hotel_booking car_rental itinerary boarding_pass loyalty_account visa_requirement train_ticket seat_map travel_expense",
  ),
  service(
    "hr",
    "People Office",
    "employee leave_request job_opening candidate performance_review onboarding_plan salary_band org_chart benefit_plan timesheet",
  ),
  service(
    "home",
    "Home Hub",
    "light thermostat door_lock security_camera vacuum_robot irrigation_zone scene sensor energy_meter smoke_alarm",
  ),
  service(
    "health",
    "Clinic",
    "patient appointment prescription lab_result vaccination referral medical_image insurance_claim vital_sign care_plan",
  ),
];

const verbs = [
  { name: "list", says: (thing: string, title: string) => `Returns all ${thing}s of ${title}, a page at a time` },
  { name: "get", says: (thing: string, title: string) => `Reads one ${thing} of ${title} with all its fields` },
  { name: "create", says: (thing: string, title: string) => `Creates a new ${thing} in ${title}` },
  { name: "update", says: (thing: string, title: string) => `Changes fields of a ${thing} in ${title}` },
  { name: "delete", says: (thing: string, title: string) => `Removes a ${thing} from ${title} for good` },
];

const field = (description: string): JsonObject => ({ type: "string", description });

/** The servers with their tools: forty of fifty tools each. */
export const largeRegistry = services.map(({ name, things, title }) => ({
  name,
  tools: things.flatMap((thing) =>
    verbs.map((verb) => {
      const words = thing.replaceAll("_", " ");
      return registryTool(`${verb.name}_${thing}`, `${verb.says(words, title)}.`, {
        ...(verb.name === "list"
          ? { page_size: { type: "integer" }, filter: field(`Which ${words}s`) }
          : { [`${thing}_id`]: field(`The ${words}`) }),
        ...(verb.name === "create" || verb.name === "update"
          ? { title: field("Its name"), notes: field("Anything else") }
          : {}),
      });
    }),
  ),
}));

export function registryTool(name: string, description: string, properties: JsonObject) {
  return {
    ...{ name, title: null, description, annotations: {}, metadata: {} },
    ...{ inputSchema: { type: "object", properties }, outputSchema: null },
  };
}

export interface RegistryServer {
  readonly name: string;
  readonly tools: readonly ReturnType<typeof registryTool>[];
}

/** The catalog of these servers. */
export function registryCatalog(servers: readonly RegistryServer[] = largeRegistry, revision = "1"): CatalogSnapshot {
  const contents = servers.map(({ name, tools }) => ({
    server: {
      ...{ name, url: `https://${name}.example/mcp`, bearerSecret: null, trusted: true, connection: { era: "modern" } },
      ...{
        outputValidation: "STRICT" as const,
        status: "READY" as const,
        failure: null,
        protocolVersion: "2026-07-28",
      },
      ...{ lastSyncedAt: 1, dropped: [] },
    },
    tools,
  }));
  return catalogSnapshot(revision, { contents });
}

/** What people say, and a tool that does it. Some name the thing by another word than its service. */
export const searchRequests: readonly (readonly [string, string])[] = [
  ["Open an issue about the login crash on GitHub", "create_issue"],
  ["Which pull requests are still waiting for review?", "list_pull_request"],
  ["Tell the team in the #general channel that we ship tomorrow, as a Slack message", "create_message"],
  ["Remind me in slack on Friday about the report", "create_reminder"],
  ["Write a draft of an email to the supplier", "create_draft"],
  ["Turn on my out of office vacation reply", "create_vacation_reply"],
  ["Book a meeting room for Monday morning", "create_meeting_room"],
  ["When does Anna have availability this week?", "get_availability"],
  ["Give Bob permission to read the Drive folder", "create_permission"],
  ["Log two hours of work on the Jira ticket ABC-12 in the worklog", "create_worklog"],
  ["Refund the last payment of this customer", "create_refund"],
  ["Cancel the subscription and delete it", "delete_subscription"],
  ["Send the client an invoice", "create_invoice"],
  ["How many units are left in inventory for the blue shirt variant?", "get_inventory_level"],
  ["Show open opportunities in Salesforce over 10k", "list_opportunity"],
  ["Add the caller as a lead", "create_lead"],
  ["Text +43 660 1234567 by SMS that the package arrived", "create_sms"],
  ["Purge the Cloudflare cache", "create_cache_purge"],
  ["Point www at the new server with a DNS record", "create_dns_record"],
  ["Restart: delete the pod that hangs in kubernetes", "delete_pod"],
  ["Silence the monitor during the downtime tonight", "create_downtime"],
  ["Who is on call this weekend? Look at the schedule", "get_on_call_schedule"],
  ["Show the stack trace of the newest error", "get_stack_trace"],
  ["What will the weather be tomorrow? I need the forecast", "get_forecast"],
  ["Is there a severe weather warning for Tyrol?", "get_severe_warning"],
  ["How do I get from Graz to Linz? Plan the route", "get_route"],
  ["Find flights to Lisbon in May", "list_flight"],
  ["Request leave for next week: a leave request", "create_leave_request"],
  ["Turn off the lights downstairs", "update_light"],
  ["Lock the front door", "update_door_lock"],
  ["Make an appointment for the patient on Tuesday", "create_appointment"],
  ["Add these songs as tracks to my playlist", "update_playlist"],
];

/** What people say in words that no tool has, the tool that does it, and the words that a model which knows the trade would search for. */
export const freeRequests: readonly (readonly [string, string, string])[] = [
  ["Give Ms Huber her 40 euros back", "create_refund", "refund payment"],
  ["Let the courier know on her phone that we are late", "create_sms", "send text message sms phone"],
  ["Announce to the whole company that lunch is ready", "create_message", "post chat message channel"],
  ["I am ill tomorrow, ask for a day off", "create_leave_request", "leave request sick employee"],
  ["Make it warmer in the living room", "update_thermostat", "thermostat temperature"],
  ["Will I need an umbrella in Linz?", "get_forecast", "weather forecast"],
  ["Throw away the old pictures that fill up our storage", "delete_object", "delete object bucket s3"],
  ["Did the build go through last night?", "list_workflow_run", "workflow run pipeline status"],
  ["Take the bug with the login to the developers", "create_issue", "create issue bug"],
  ["Put the new shirt into the web shop", "create_product", "create product shop"],
  ["What do we owe the printer?", "list_bill", "bill vendor accounting"],
  ["Pay everybody for November", "create_payroll_run", "payroll run"],
  ["Get me from Vienna to Lisbon by plane", "list_flight", "search flight"],
  ["I need a bed in Lisbon for two nights", "create_hotel_booking", "hotel booking"],
  ["Play something calm", "update_playback_queue", "playback queue music"],
  ["Do not let anybody in through the front", "update_door_lock", "door lock"],
  ["Say that I am away until Monday to whoever writes to me", "create_vacation_reply", "vacation reply out of office"],
  ["Find an hour for Anna and me", "list_availability", "calendar availability free time"],
  ["The website is slow for people in Asia, what do we measure there?", "list_metric", "metric monitoring"],
  ["Somebody has to be woken up, the site is down", "create_alert", "create alert incident on call"],
  ["Take what was said in yesterday's call and sum it up", "get_transcript", "transcript meeting recording"],
  ["Show me what the doctors found in my blood", "get_lab_result", "lab result"],
  ["Renew my pills", "update_prescription", "prescription"],
  ["Take on the new colleague's first week", "create_onboarding_plan", "onboarding plan employee"],
  ["Our address on the internet should lead to the new machine", "update_dns_record", "dns record update"],
  ["Keep copies of the database from tonight on", "create_backup", "database backup"],
  ["Sign the customer up for the monthly plan", "create_subscription", "subscription customer"],
  ["Anna has left, take her out of the team", "delete_employee", "employee delete"],
  ["How far is it by car?", "get_distance_matrix", "distance route driving"],
  ["Water the garden in the evening", "update_irrigation_zone", "irrigation garden"],
];
